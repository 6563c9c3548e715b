import { withDecimals, withNumbers } from './decimal.ts'
import { ConnectionError, MarketplaceError, type Problem, ProblemError, TimeoutError } from './errors.ts'

export type MarketplaceOptions = {
  /** Address of the marketplace, without `/v1`. */
  readonly baseUrl: string
  /** For the advertiser's operations: `mkt_live_…`. */
  readonly apiKey?: string | undefined
  /** For the executor's operations: `mkt_at_…`. */
  readonly accessToken?: string | undefined
  /** Repetitions of a request that got no final answer. Default 4. */
  readonly maxRetries?: number
  /** Time limit of each attempt in milliseconds. Default 30,000. */
  readonly timeoutMs?: number
  /** Longest `Retry-After` in milliseconds that is waited for. Default 60,000. */
  readonly maxRetryAfterMs?: number
  /** Language of texts for people, such as `ru`. */
  readonly language?: string
  readonly fetch?: typeof fetch
}

export type RequestOptions = {
  /** Generated for each request that changes something. Give your own to repeat a request after a restart of your program. */
  readonly idempotencyKey?: string
  /** The version that you have read. If the record has another one, the request is refused with `version_conflict`. */
  readonly ifMatch?: number
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly maxRetries?: number
}

export type Query = Readonly<Record<string, unknown>>
export type Request = RequestOptions & {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly form?: FormData
  /** A body that is a file. Its type is the Content-Type. */
  readonly file?: Blob
  /** Returns the response with its body unread, for files. */
  readonly isFile?: boolean
}
export type Answer<Data> = { readonly data: Data; readonly response: Response }
export type Send = (method: string, path: string, request: Request) => Promise<Answer<unknown>>

const firstDelayMs = 500
const delayMsMax = 8000

/** Returns the function that sends requests, retries, and turns refusals into errors. */
export function transport(options: MarketplaceOptions): Send {
  const base = new URL(options.baseUrl).href.replace(/\/(?:v1\/?)?$/, '')
  return async (method, path, request) => {
    const url = base + filled(path, request.path ?? {}) + search(request.query ?? {})
    const init = { method, headers: headersOf(method, path, request, options), body: bodyOf(request) }
    const retriesMax = request.maxRetries ?? options.maxRetries ?? 4
    for (let retry = 0; ; retry++) {
      const outcome = await attempt(url, init, request, options)
      if (!(outcome instanceof Error)) return outcome
      const delay = retry < retriesMax ? delayBefore(outcome, retry, options.maxRetryAfterMs ?? 60_000) : undefined
      if (delay === undefined || request.signal?.aborted) throw outcome
      await pause(delay, request.signal)
    }
  }
}

/** Returns the answer or the error of one attempt. Throws only if the caller has stopped it. */
async function attempt(
  url: string,
  init: RequestInit,
  request: Request,
  options: MarketplaceOptions,
): Promise<Answer<unknown> | MarketplaceError> {
  const limit = request.timeoutMs ?? options.timeoutMs ?? 30_000
  const stop = new AbortController()
  const follow = () => stop.abort(request.signal?.reason)
  request.signal?.throwIfAborted()
  request.signal?.addEventListener('abort', follow)
  const timer = setTimeout(() => stop.abort(), limit)
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal: stop.signal })
    if (response.ok && request.isFile) return { data: response, response }
    const text = await response.text()
    const body = isJson(response) && text ? JSON.parse(text) : undefined
    if (response.ok) return { data: withDecimals(body), response }
    return new ProblemError(response, body as Problem | undefined)
  } catch (cause) {
    request.signal?.throwIfAborted()
    return stop.signal.aborted
      ? new TimeoutError(`${url} did not answer within ${limit} ms.`, { cause })
      : new ConnectionError(`${url} could not be reached.`, { cause })
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', follow)
  }
}

const isJson = (response: Response) => /\bjson\b/.test(response.headers.get('content-type') ?? '')

/** Returns the milliseconds to wait before a repetition; undefined if the error is final. */
function delayBefore(error: MarketplaceError, retry: number, retryAfterMsMax: number): number | undefined {
  const jitter = Math.random() * Math.min(delayMsMax, firstDelayMs * 2 ** retry)
  if (!(error instanceof ProblemError)) return jitter
  const { status, code, headers } = error
  if (!(status >= 500 || status === 408 || status === 429 || code === 'idempotency_key_in_progress')) return undefined
  const wait = retryAfterMs(headers.get('retry-after'))
  return wait > retryAfterMsMax ? undefined : wait + jitter
}

function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Math.max(0, seconds * 1000) || 0
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function headersOf(method: string, path: string, request: Request, options: MarketplaceOptions): Headers {
  const isKeyed = path.startsWith('/v1/')
  const credential = isKeyed ? options.apiKey : options.accessToken
  if (!credential) throw new MarketplaceError(`${path} needs ${isKeyed ? 'an apiKey' : 'an accessToken'}.`)
  const headers = new Headers({ authorization: `Bearer ${credential}` })
  if (options.language) headers.set('accept-language', options.language)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (request.file) headers.set('content-type', request.file.type)
  if (request.ifMatch !== undefined) headers.set('if-match', `"${request.ifMatch}"`)
  if (method !== 'GET') headers.set('idempotency-key', request.idempotencyKey ?? randomKey())
  return headers
}

const bodyOf = ({ body, form, file }: Request): string | FormData | Blob | null =>
  form ?? file ?? (body === undefined ? null : JSON.stringify(withNumbers(body)))

function filled(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new MarketplaceError(`${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
}

function search(query: Query): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, item instanceof Date ? item.toISOString() : item] as const),
  )
  const given = new URLSearchParams()
  for (const [name, value] of entries) if (value !== undefined && value !== null) given.append(name, String(value))
  return `?${given}`.replace(/^[?]$/, '')
}

// 128 random bits. Node 18 has no global crypto, and an idempotency key is no secret.
const randomKey = (): string =>
  globalThis.crypto?.randomUUID?.() ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('-')
