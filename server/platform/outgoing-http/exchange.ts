import type { Dispatcher } from 'undici'
import { stopwatch } from '../clock.ts'
import { OutgoingRefused } from './failure.ts'

/** What arrived of a response: the body up to its end, a limit or an error. */
export type Response = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type ExchangeLimits = { readonly totalMs: number; readonly bodyMs: number }

const bodyBytesMax = 65_536
/** Maximum interim responses (1xx). */
const interimMax = 10

/**
 * Sends a request and resolves with its response once a status is received, even if the body fails. Rejects without a status.
 * Collects the body without a stream: with one, a request takes a quarter more processor time.
 */
export function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
  signal?: AbortSignal,
): Promise<Response> {
  const handler = new ExchangeHandler(limits)
  const stopped = () => handler.stop('Stopped before an answer came')
  if (signal?.aborted) stopped()
  else agent.dispatch(request, handler)
  signal?.addEventListener('abort', stopped, { once: true })
  return handler.response.finally(() => signal?.removeEventListener('abort', stopped))
}

/** Collects a response. Ends once: with the end of the body, a limit, or an error. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits
  readonly #result = Promise.withResolvers<Response>()
  readonly #chunks: Buffer[] = []
  readonly #elapsed = stopwatch()
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #refusal: OutgoingRefused | undefined
  #started: Omit<Response, 'body'> | undefined
  #interim = 0
  #bytes = 0

  constructor(limits: ExchangeLimits) {
    this.#limits = limits
    const { totalMs } = limits
    this.#timer = setTimeout(() => this.stop(`No answer within ${totalMs / 1000} seconds`), totalMs)
  }

  get response(): Promise<Response> {
    return this.#result.promise
  }

  /** Ends the exchange, even while it waits for a connection. */
  stop(reason: string): void {
    const refusal = new OutgoingRefused(reason)
    this.#refusal = refusal
    this.#end(refusal)
    this.#controller?.abort(refusal)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#refusal) controller.abort(this.#refusal)
  }

  onResponseStart(_: unknown, status: number, headers: Response['headers']): void {
    if (status < 200) {
      if (++this.#interim > interimMax) this.stop('Too many interim answers (1xx)')
      return
    }
    this.#started = { status, headers }
    clearTimeout(this.#timer)
    const { totalMs, bodyMs } = this.#limits
    // The body is only logged: a receiver that sends it slowly must not occupy a connection for the rest of the time.
    this.#timer = setTimeout(() => this.stop('The body is too slow'), Math.min(bodyMs, totalMs - this.#elapsed()))
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= bodyBytesMax) this.stop('The body is too long')
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(error)
  }

  #end(error?: Error): void {
    clearTimeout(this.#timer)
    if (this.#started) this.#result.resolve({ ...this.#started, body: Buffer.concat(this.#chunks) })
    else this.#result.reject(error)
  }
}
