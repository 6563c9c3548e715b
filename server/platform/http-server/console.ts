import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../values/problems/problem.ts'
import type { Ctx, Requirement } from '../database/ctx.ts'
import type { Api } from '../http/api.ts'

/** The path of the console's operations, the only one to which the session cookie is sent and for which it counts. */
export const consolePath = '/console/api'

export const CrossSiteRequest = forbidden(
  'cross_site_request',
  'Request from another site',
  'The console accepts changes only from its own pages.',
)

const groupA = /^\/console(\/api\/(?:advertiser|executor|operator|account))(?=[/?]|$)/
const others = /^\/console\/api(\/(?:v1|uploads))(?=[/?]|$)/

/** A path of a workspace names whose data it is, so that tabs, pictures and downloads of several workspaces never mix. */
const inWorkspace = /^\/console\/api\/workspaces\/([1-9]\d{0,14})\/((?:advertiser|v1|uploads)(?=[/?]|$).*)$/s

/** Returns the path of the operation behind a console path: the same handlers serve both. */
export const operationPath = (address: string): string => {
  const own = address.replace(inWorkspace, '/console/api/$2')
  return own.replace(groupA, '$1').replace(others, '$1')
}

/** Returns the context of a member of the workspace for this operation, from that of their session. Throws 401, 403 and 404 problems. */
export type EnterWorkspace = (
  session: Ctx,
  workspace: number,
  operation: string,
  requirement: Requirement,
) => Promise<Ctx>

type ConsoleOptions = { readonly publicUrl: string; readonly enter: EnterWorkspace }

/** Refuses requests of other sites. Has a request act for the workspace that its path names, if any. */
export async function admitToConsole(
  request: FastifyRequest,
  requirement: Requirement | undefined,
  { publicUrl, enter }: ConsoleOptions,
): Promise<void> {
  assertSameSite(request, publicUrl)
  const { method, originalUrl, routeOptions } = request
  const workspace = inWorkspace.exec(originalUrl)?.[1]
  if (workspace === undefined || !requirement) return
  const operation = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
  request.ctx = await enter(request.ctx, Number(workspace), operation, requirement)
}

/** Shows members of a workspace what their role may see of an answer. Before answers are compressed. */
export function showToMembers(api: Api): void {
  api.addHook('onSend', async ({ ctx }, reply, payload) => {
    if (!ctx || ctx.by === 'Local' || !ctx.by.member || !isJson(reply.getHeader('content-type'))) return payload
    return typeof payload === 'string' || Buffer.isBuffer(payload) ? ctx.by.member.shown(String(payload)) : payload
  })
}

const isJson = (type: unknown): boolean => /^application\/(?:problem\+)?json\b/.test(String(type))

/** Whether the request came to a console path, rewritten or not. */
export const isOfConsole = ({ originalUrl, url, routeOptions }: FastifyRequest): boolean =>
  originalUrl !== url || routeOptions.url?.startsWith(`${consolePath}/`) === true

const forSession = new WeakMap<Requirement, Requirement>()

/** Returns the requirement for a console request: a session, which may use every role of its account. */
export function requirementOfSession(requirement: Requirement): Requirement {
  const { role, evenSuspended } = requirement
  const known = forSession.get(requirement) ?? {
    credential: 'Session',
    role,
    ...(evenSuspended ? { evenSuspended } : {}),
  }
  forSession.set(requirement, known)
  return known
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Refuses cross-site requests. Session cookies are SameSite=Strict already; this also protects where that does not hold. */
function assertSameSite({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (harmless.has(method)) return
  const { origin, host } = headers
  const isOurs =
    origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : isOwnOrigin(origin, host, publicUrl)
  if (!isOurs) throw CrossSiteRequest({})
}

/** Accepts the origin of PUBLIC_URL. A local installation also accepts other loopback names, and the port of the request. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const [given, ours] = [URL.parse(origin), new URL(publicUrl)]
  if (given?.origin === ours.origin) return true
  const isHere = given !== null && loopback.has(given.hostname) && loopback.has(ours.hostname)
  return isHere && given.protocol === ours.protocol && (given.port === ours.port || given.host === host)
}
