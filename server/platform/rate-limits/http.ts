import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { boundedMap } from '../../values/bounded-map.ts'
import { limited, type Problem } from '../../values/problems/problem.ts'
import { stopwatch } from '../clock.ts'
import { statusOfType } from '../http/answer.ts'
import type { Limits, Presented, RateLimitResult, RateLimitStatus } from './rate-limits.ts'
import { windowMs } from './window.ts'

export const RateLimited = limited<{ 'violated-policies': readonly string[]; retryAfterSeconds: number }>(
  'rate_limited',
  'Too many requests',
  ({ retryAfterSeconds }) =>
    `Rate limit exceeded. Try again in ${retryAfterSeconds} s; the RateLimit header shows how many requests are left.`,
)

/** The policy that bounds what one caller has under way at once. */
export const concurrencyPolicy = 'concurrency'

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes back that it was counted; none if it was not, or was given back before. */
    giveBack: RateLimitResult['giveBack']
  }
  interface FastifyContextConfig {
    /** What it is counted as, beside being a request. */
    countedAs?: 'uploads' | 'exports'
    /** Whether its address carries a signature of ours, which stands for a credential. */
    isSigned?: (request: FastifyRequest) => boolean
  }
}

export type CountingOptions = {
  readonly limits: Limits
  /** The credential that a bearer is by its form, where the operation takes it, and its limit. */
  readonly presented: (request: FastifyRequest) => Presented | undefined
  readonly anonymousMax: number
  readonly signedMax: number
}

/** Credentials, each at an address that it is refused at, that are remembered at once. */
const refusedMax = 10_000

/** Counts each request before anything of its body is read, tells in headers how many are left, refuses those beyond. */
export type Counting = {
  ofRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Whose request it is for all that is shared out: the credential's by its form, or the address's. */
  holderOf(request: FastifyRequest): string
  /** Takes back that a request was counted if its problem says that it was not served, and tells what is left. */
  giveBack(request: FastifyRequest, reply: FastifyReply, problem: Problem): void
  /**
   * The credential was refused at this address. For a minute its requests from there count as those of the address: whoever
   * holds a stolen key must not use up the requests of its owner.
   */
  countAsAddress(request: FastifyRequest): void
  /** Of what is not even an address: there is no operation that would say what it needs. */
  ofAddress(request: FastifyRequest, reply: FastifyReply): Problem | undefined
}

export function countRequests({ limits, presented, anonymousMax, signedMax }: CountingOptions): Counting {
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
  return {
    ofRequest: async (request, reply) => {
      const { countedAs, isSigned } = request.routeOptions.config
      const credential = holder(request)
      const verdict = credential && (await limits.ofCredential(credential, countedAs === 'uploads'))
      const decided = verdict ?? byAddress(request, isSigned?.(request) ?? false)
      request.giveBack = decided.giveBack
      const refused = tell(reply, decided)
      if (refused) throw refused
    },
    giveBack: (request, reply, problem) => {
      const isUnavailable = statusOfType(problem.type) === 503
      if (!request.giveBack || !(isUnavailable || isBeyondShare(problem))) return
      const left = request.giveBack()
      request.giveBack = undefined
      // A request beyond a share tells that policy alone.
      if (isUnavailable) tell(reply, left)
    },
    holderOf: (request) => holder(request)?.key ?? networkOf(request.ip),
    countAsAddress: (request) => {
      const credential = presented(request)
      if (credential) refusedAt.set(`${credential.key} ${request.ip}`, passed())
    },
    ofAddress: (request, reply) => tell(reply, byAddress(request, false)),
  }
}

/** Refused because of what its caller has under way, not for the requests in a minute. */
const isBeyondShare = ({ extras }: Problem): boolean => String(extras['violated-policies'] ?? '') === concurrencyPolicy

/** An IPv6 network of 64 bits is one subscriber. What is no address (a proxy may say anything) stands for itself. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? `${address.parts.slice(0, 4).join(':')}/64` : address.toString()
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** Tells in headers (draft-ietf-httpapi-ratelimit-headers) how many are left; answers the refusal, if it is one. */
function tell(reply: FastifyReply, { isGranted, statuses }: RateLimitResult): Problem | undefined {
  reply.header('RateLimit-Policy', statuses.map(policyOf).join(', '))
  reply.header('RateLimit', statuses.map(statusText).join(', '))
  if (isGranted) return undefined
  const violated = statuses.filter(({ remaining }) => remaining === 0)
  // Whoever was refused while they asked how many are left may find one that became free just then.
  const retryAfterSeconds = Math.max(1, ...violated.map(({ resetMs }) => seconds(resetMs)))
  return RateLimited({ 'violated-policies': violated.map(({ policy }) => policy), retryAfterSeconds })
}

const policyOf = ({ policy, most }: RateLimitStatus): string => `"${policy}";q=${most};w=${windowMs / 1000}`
const statusText = ({ policy, remaining, resetMs }: RateLimitStatus): string =>
  `"${policy}";r=${remaining};t=${seconds(resetMs)}`
