import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../values/problems/problem.ts'
import type { Requirement } from '../database/ctx.ts'

/** Where the console finds its operations. The cookie of a session is sent to, and counts, nowhere else. */
export const consolePath = '/console/api'

export const CrossSiteRequest = forbidden(
  'cross_site_request',
  'Request from another site',
  'The console accepts changes only from its own pages.',
)

const groupA = /^\/console(\/api\/(?:advertiser|executor|operator|account))(?=[/?]|$)/
const others = /^\/console\/api(\/(?:v1|uploads))(?=[/?]|$)/

/** The address of the operation that the console means: the same handlers serve both. */
export const addressMeant = (address: string): string => address.replace(groupA, '$1').replace(others, '$1')

/** Whether it came to the console's addresses: to one that was rewritten, or to one of its own. */
export const isOfConsole = ({ originalUrl, url, routeOptions }: FastifyRequest): boolean =>
  originalUrl !== url || routeOptions.url?.startsWith(`${consolePath}/`) === true

const forSession = new WeakMap<Requirement, Requirement>()

/** The same need where the console asks: a session, which acts for its account with every role that it has. */
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

/** Refuses what another site makes a browser send. Cookies are SameSite=Strict beside it; this holds where they are not. */
export function mustBeOfOurPages({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (harmless.has(method)) return
  const { origin, host } = headers
  const isOurs =
    origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : isOurOrigin(origin, host, publicUrl)
  if (!isOurs) throw CrossSiteRequest({})
}

/** Ours is that of PUBLIC_URL. On a machine of one's own it has several names, and the port may have been chosen freely. */
function isOurOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const [given, ours] = [URL.parse(origin), new URL(publicUrl)]
  if (given?.origin === ours.origin) return true
  const isHere = given !== null && loopback.has(given.hostname) && loopback.has(ours.hostname)
  return isHere && given.protocol === ours.protocol && (given.port === ours.port || given.host === host)
}
