import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { boundedMap } from '../../values/bounded-map.ts'
import { limited, type Problem } from '../../values/problems/problem.ts'
import { stopwatch } from '../clock.ts'
import { statusOfType } from '../http/answer.ts'
import { windowMs } from './local-window.ts'
import type { Limits, PresentedCredential, RateLimitResult, RateLimitStatus } from './rate-limits.ts'

export const RateLimited = limited<{ 'violated-policies': readonly string[]; retryAfterSeconds: number }>(
  'rate_limited',
  'Too many requests',
  ({ retryAfterSeconds }) =>
    `Rate limit exceeded. Try again in ${retryAfterSeconds} s; the RateLimit header shows how many requests are left.`,
)

declare module 'fastify' {
  interface FastifyRequest {
    /** Uncounts the request; undefined if it was not counted or was given back already. */
    giveBack: RateLimitResult['giveBack']
  }
  interface FastifyContextConfig {
    /** A second limit that the request counts against. */
    countedAs?: 'uploads' | 'exports'
    /** Whether a steady client may need up to an hour for the body. */
    isLargeUpload?: boolean
    /** Whether the address carries a signature of this installation, which replaces a credential. */
    isSigned?: (request: FastifyRequest) => boolean
    /** As how many requests a valid request counts, if it does the work of several. */
    countsAs?: (body: unknown) => number
  }
}

export type CountingOptions = {
  readonly limits: Limits
  /** Returns the credential (by its format) and its limit, if the operation accepts it. */
  readonly presented: (request: FastifyRequest) => PresentedCredential | undefined
  readonly anonymousMax: number
  readonly signedMax: number
}

/** Pairs of a refused credential and an address that are remembered. */
const refusedMax = 10_000

/** Counts each request before its body is read, sets the RateLimit headers, and refuses requests over the limit. */
export type Counting = {
  ofRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a request whose body was read as often as its route says. Throws RateLimited. */
  ofBody(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Returns the key for limits shared by one caller: the credential, recognized by its format, or the address. */
  holderOf(request: FastifyRequest): string
  /** Uncounts a request whose problem says that it was not served, and updates the headers. */
  giveBack(request: FastifyRequest, reply: FastifyReply, problem: Problem): void
  /**
   * Call when a credential was refused at this address. For a minute its requests from there count against the address, so that
   * the holder of a stolen key cannot use up the owner's requests.
   */
  countAsAddress(request: FastifyRequest): void
  /** Counts a request without a valid path against its address: no operation says which credential it needs. */
  ofAddress(request: FastifyRequest, reply: FastifyReply): Problem | undefined
}

export function createCounting({ limits, presented, anonymousMax, signedMax }: CountingOptions): Counting {
  const anonymous = { policy: 'anonymous', most: anonymousMax }
  const signed = { policy: 'signed', most: signedMax }
  const byAddress = (request: FastifyRequest, isSigned: boolean) =>
    limits.ofAddress(networkOf(request.ip), isSigned ? signed : anonymous)
  const refusedAt = boundedMap<string, number>(refusedMax)
  const passed = stopwatch()
  const holder = (request: FastifyRequest) => {
    const credential = presented(request)
    const since = credential && refusedAt.get(`${credential.key} ${request.ip}`)
    return since !== undefined && passed() - since < windowMs ? undefined : credential
  }
  const count = async (request: FastifyRequest, reply: FastifyReply) => {
    const { countedAs, isSigned } = request.routeOptions.config
    const credential = holder(request)
    const verdict = credential && (await limits.ofCredential(credential, countedAs === 'uploads'))
    const decided = verdict ?? byAddress(request, isSigned?.(request) ?? false)
    request.giveBack = decided.giveBack
    const refused = setHeaders(reply, decided)
    if (refused) throw refused
  }
  return {
    ofRequest: count,
    ofBody: async (request, reply) => {
      const times = request.routeOptions.config.countsAs?.(request.body) ?? 1
      for (let counted = 1; counted < times; counted++) await count(request, reply)
    },
    giveBack: (request, reply, problem) => {
      if (!request.giveBack || statusOfType(problem.type) !== 503) return
      setHeaders(reply, request.giveBack())
      request.giveBack = undefined
    },
    holderOf: (request) => holder(request)?.key ?? networkOf(request.ip),
    countAsAddress: (request) => {
      const credential = presented(request)
      if (credential) refusedAt.set(`${credential.key} ${request.ip}`, passed())
    },
    ofAddress: (request, reply) => setHeaders(reply, byAddress(request, false)),
  }
}

/** An IPv6 /64 network counts as one subscriber. Text that is not an address, as a proxy may send, is returned unchanged. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? `${address.parts.slice(0, 4).join(':')}/64` : address.toString()
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers. Returns the problem if the request is refused. */
function setHeaders(reply: FastifyReply, { isGranted, statuses }: RateLimitResult): Problem | undefined {
  reply.header('RateLimit-Policy', statuses.map(policyOf).join(', '))
  reply.header('RateLimit', statuses.map(statusText).join(', '))
  if (isGranted) return undefined
  const violated = statuses.filter(({ remaining }) => remaining === 0)
  // A request may become free between the refusal and this calculation: then no policy is violated any more.
  const retryAfterSeconds = Math.max(1, ...violated.map(({ resetMs }) => seconds(resetMs)))
  return RateLimited({ 'violated-policies': violated.map(({ policy }) => policy), retryAfterSeconds })
}

const policyOf = ({ policy, most }: RateLimitStatus): string => `"${policy}";q=${most};w=${windowMs / 1000}`
const statusText = ({ policy, remaining, resetMs }: RateLimitStatus): string =>
  `"${policy}";r=${remaining};t=${seconds(resetMs)}`
