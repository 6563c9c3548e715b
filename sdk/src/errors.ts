import type { ProblemCode } from './generated/problems.ts'

/** A wrong member of a request. */
export type FieldError = {
  /** JSON pointer into the body. */
  readonly pointer?: string
  /** Name in the query. */
  readonly parameter?: string
  readonly field: string
  readonly code: string
  readonly detail: string
}

/** The body of a refusal (RFC 9457). Some codes have further members. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCode | (string & {})
  readonly requestId: string
  readonly errors?: readonly FieldError[]
  readonly [member: string]: unknown
}

/** The base of all errors of this package. */
export class MarketplaceError extends Error {
  override name = 'MarketplaceError'
}

/** The marketplace refused the request. */
export class ProblemError extends MarketplaceError {
  override name = 'ProblemError'
  readonly status: number
  /** Stable. An answer that is not a problem, such as one of a proxy, has `unknown`. */
  readonly code: ProblemCode | 'unknown' | (string & {})
  readonly errors: readonly FieldError[]
  /** Name it when you ask for help. */
  readonly requestId: string | undefined
  readonly problem: Problem | undefined
  readonly headers: Headers

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? `The server answered ${response.status}.`)
    this.status = response.status
    this.code = problem?.code ?? 'unknown'
    this.errors = problem?.errors ?? []
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined
    this.problem = problem
    this.headers = response.headers
  }
}

/** No answer came: the network failed, or the connection was cut. `cause` says why. */
export class ConnectionError extends MarketplaceError {
  override name = 'ConnectionError'
}

/** No answer came in time. */
export class TimeoutError extends MarketplaceError {
  override name = 'TimeoutError'
}

/** A webhook that the marketplace did not send, or that is too old. */
export class SignatureError extends MarketplaceError {
  override name = 'SignatureError'
}
