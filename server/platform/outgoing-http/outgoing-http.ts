import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { stopwatch } from '../clock.ts'
import { addressProblem, hostOf, isAllowedAddress, type Resolve, resolverFor } from './address.ts'
import { type AddressLimits, createAddressLimits } from './address-limits.ts'
import { exchange } from './exchange.ts'
import { OutgoingCrowded, OutgoingFailed, OutgoingRefused, reasonOf } from './failure.ts'

export type OutgoingAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as far as it arrived; below, its start as printable text. */
  readonly text: string
  readonly excerpt: string
  readonly durationMs: number
}

export type OutgoingRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly signal?: AbortSignal
}

/** Sends requests to URLs that users chose. */
export type Outgoing = {
  /** Resolves once a status is received, even if the body fails. Throws `OutgoingFailed` without a status. */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Aborts requests in progress. */
  close(): Promise<void>
}

export type OutgoingOptions = {
  readonly allowPrivate: boolean
  readonly totalMs?: number
  readonly bodyMs?: number
  readonly requestsPerAddressMax?: number
  /** For tests: unregistered names and self-signed certificates. */
  readonly resolve?: Resolve
  readonly ca?: string
}

/** Limit for name lookup, connection, handshake, headers and body together. */
const totalMsDefault = 15_000
/** Limit for the body after the headers. */
const bodyMsDefault = 2000
const headerBytesMax = 16_384
const excerptBytesMax = 1024
const keepAliveMs = 4000
const keepAliveMsMax = 10_000

/** Connects only to the checked address. Follows no redirects, decompresses nothing, and limits everything it reads. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { allowPrivate, totalMs = totalMsDefault, bodyMs = bodyMsDefault } = options
  let agent: Promise<Agent> | undefined
  const limits = createAddressLimits(options.requestsPerAddressMax)
  const post: Outgoing['post'] = async (url, { headers, body, signal }) => {
    agent ??= agentOf(options, totalMs, limits)
    const sender = await agent
    const elapsed = stopwatch()
    let flight: ReturnType<typeof limits.begin>
    try {
      const problem = addressProblem(url, allowPrivate)
      if (problem !== undefined) throw new OutgoingRefused(`The URL ${problem.en}`)
      flight = limits.begin(hostOf(url))
      if (!flight) throw new OutgoingCrowded(crowded)
      const request = { ...targetOf(url), method: 'POST', headers, body } as const
      const response = await exchange(sender, request, { totalMs, bodyMs }, signal)
      const { status, body: answer } = response
      const [text, excerpt] = [answer.toString(), excerptOf(answer)]
      return { status, headers: flat(response.headers), text, excerpt, durationMs: Math.round(elapsed()) }
    } catch (error) {
      throw new OutgoingFailed(reasonOf(error), Math.round(elapsed()), error)
    } finally {
      if (flight) limits.end(flight)
    }
  }
  return { post, close: async () => (await agent)?.destroy() }
}

function targetOf(url: string) {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

/** Loads the library with the first request, so that programs that send none do not need its memory. */
async function agentOf(options: OutgoingOptions, totalMs: number, limits: AddressLimits): Promise<Agent> {
  const { Agent } = await import('undici')
  const lookup = checkedLookup(options.resolve ?? resolverFor(options.allowPrivate), options.allowPrivate, limits)
  return new Agent({
    allowH2: false,
    // Our own limit is exact and comes first; this only ends a connection attempt that outlives it.
    connect: { lookup, timeout: totalMs * 2, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMsMax,
  })
}

const crowded = 'The address has too many requests in progress'

/** Refuses if any address is not allowed: a retry might choose it. */
const checkedLookup =
  (resolve: Resolve, allowPrivate: boolean, limits: AddressLimits): LookupFunction =>
  (name, { all }, found) => {
    resolve(name).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const [first] = entries
        if (!first) found(new OutgoingRefused('The name of the host has no address'), '')
        else if (!addresses.every((address) => isAllowedAddress(address, allowPrivate)))
          found(new OutgoingRefused('The URL must not lead to a private or reserved address.'), '')
        else if (isAllowedAddress(first.address, false) && !limits.admit(name, first.address))
          found(new OutgoingCrowded(crowded), '')
        else if (all) found(null, entries)
        else found(null, first.address, first.family)
      },
      (error) => found(error, ''),
    )
  }

/** Returns printable text: control characters, invisible ones and direction marks appear as code points. */
export function excerptOf(bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const text = new TextDecoder().decode(bytes.subarray(0, excerptBytesMax))
  const printable = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => escapes[character] ?? codePoint(character))
  const cut = Buffer.from(printable).subarray(0, excerptBytesMax)
  return new TextDecoder().decode(cut, { stream: true })
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const codePoint = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')
