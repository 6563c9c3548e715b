import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../values/problems/problem.ts'
import type { Requirement } from '../database/ctx.ts'

/** The path of the console's operations, the only one to which the session cookie is sent and for which it counts. */
export const consolePath = '/console/api'

export const CrossSiteRequest = forbidden(
  'cross_site_request',
  'Request from another site',
  'The console accepts changes only from its own pages.',
)

const groupA = /^\/console(\/api\/(?:advertiser|executor|operator|account))(?=[/?]|$)/
const others = /^\/console\/api(\/(?:v1|uploads))(?=[/?]|$)/

/** Returns the path of the operation behind a console path: the same handlers serve both. */
export const operationPath = (address: string): string => address.replace(groupA, '$1').replace(others, '$1')

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
export function assertSameSite({ method, headers }: FastifyRequest, publicUrl: string): void {
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
