import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { stopwatch } from '../clock.ts'
import { addressProblem, isAllowedAddress, type Resolve, resolverFor } from './address.ts'
import { OutgoingFailed, OutgoingRefused, reasonOf } from './failure.ts'

export type OutgoingAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The start of the body as printable text. */
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
  /** For tests: unregistered names and self-signed certificates. */
  readonly resolve?: Resolve
  readonly ca?: string
}

/** Limit for name lookup, connection, handshake, headers and body together. */
const totalMsDefault = 15_000
/** The body is only logged: a receiver that sends it slowly must not occupy a connection for the rest of the time. */
const bodyMsDefault = 2000
const bodyBytesMax = 65_536
const headerBytesMax = 16_384
const excerptBytesMax = 1024
/** Maximum interim responses (1xx). */
const interimMax = 10
const keepAliveMs = 4000
const keepAliveMsMax = 10_000

/** Connects only to the checked address. Follows no redirects, decompresses nothing, and limits everything it reads. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { allowPrivate, totalMs = totalMsDefault, bodyMs = bodyMsDefault } = options
  let agent: Promise<Agent> | undefined
  const post: Outgoing['post'] = async (url, request) => {
    agent ??= agentOf(options, totalMs)
    const sender = await agent
    const elapsed = stopwatch()
    const limit = limitOf(totalMs, request.signal)
    try {
      const problem = addressProblem(url, allowPrivate)
      if (problem !== undefined) throw new OutgoingRefused(`The URL ${problem}`)
      const response = await Promise.race([limit.reached, send(sender, url, request, limit)])
      const excerpt = excerptOf(await beginningOf(response.body, bodyMs))
      const { statusCode: status, headers } = response
      return { status, headers: flat(headers), excerpt, durationMs: Math.round(elapsed()) }
    } catch (error) {
      throw new OutgoingFailed(reasonOf(error), Math.round(elapsed()), error)
    } finally {
      limit.end()
    }
  }
  return { post, close: async () => (await agent)?.destroy() }
}

type Limit = {
  readonly signal: AbortSignal
  /** Rejects when the limit is reached: a request that still waits for a connection would not notice the signal. */
  readonly reached: Promise<never>
  readonly stop: (reason: string) => void
  readonly end: () => void
}

function limitOf(totalMs: number, outside: AbortSignal | undefined): Limit {
  const control = new AbortController()
  const { promise: reached, reject } = Promise.withResolvers<never>()
  reached.catch(() => {})
  const stop = (reason: string) => {
    const refused = new OutgoingRefused(reason)
    control.abort(refused)
    reject(refused)
  }
  const stopped = () => stop('Stopped before an answer came')
  const late = setTimeout(() => stop(`No answer within ${totalMs / 1000} seconds`), totalMs)
  outside?.addEventListener('abort', stopped, { once: true })
  if (outside?.aborted) stopped()
  const end = () => {
    clearTimeout(late)
    outside?.removeEventListener('abort', stopped)
  }
  return { signal: control.signal, reached, stop, end }
}

function send(agent: Agent, url: string, { headers, body }: OutgoingRequest, { signal, stop }: Limit) {
  const { origin, pathname, search } = new URL(url)
  let interim = 0
  const onInfo = () => {
    if (++interim > interimMax) stop('Too many interim answers (1xx)')
  }
  return agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal, onInfo })
}

/** Loads the library with the first request, so that programs that send none do not need its memory. */
async function agentOf(options: OutgoingOptions, totalMs: number): Promise<Agent> {
  const { Agent } = await import('undici')
  const lookup = checkedLookup(options.resolve ?? resolverFor(options.allowPrivate), options.allowPrivate)
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

/** Refuses if any address is not allowed: a retry might choose it. */
const checkedLookup =
  (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  (name, { all }, found) => {
    resolve(name).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const [first] = entries
        if (!first) found(new OutgoingRefused('The name of the host has no address'), '')
        else if (!addresses.every((address) => isAllowedAddress(address, allowPrivate)))
          found(new OutgoingRefused('The URL must not lead to a private or reserved address.'), '')
        else if (all) found(null, entries)
        else found(null, first.address, first.family)
      },
      (error) => found(error, ''),
    )
  }

/** Returns the part of the body that arrived before its end, a limit or an error. None of these changes the result. */
async function beginningOf(body: Dispatcher.ResponseData['body'], bodyMs: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const late = setTimeout(() => body.destroy(), bodyMs)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bodyBytesMax) break
    }
  } catch {
    // Aborted: the start of the body is kept.
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks)
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
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
