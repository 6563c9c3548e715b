import { codeOf } from '../database/db.ts'

/** No valid response came. `reason` is shown to the receiver's owner. */
export class OutgoingFailed extends Error {
  readonly reason: string
  readonly durationMs: number
  /** The address of the host has no capacity: nothing was sent. */
  readonly isCrowded: boolean

  constructor(reason: string, durationMs: number, cause?: unknown) {
    super(reason, { cause })
    this.name = 'OutgoingFailed'
    this.reason = reason
    this.durationMs = durationMs
    this.isCrowded = cause instanceof OutgoingCrowded
  }
}

/** We refused a connection or response; the message is the reason. */
export class OutgoingRefused extends Error {}

/** The address has as many requests in progress as it may have. */
export class OutgoingCrowded extends OutgoingRefused {}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host was not found',
  ENODATA: 'The name of the host has no address',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before an answer came',
  UND_ERR_SOCKET: 'The connection was closed before an answer came',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  ETIMEDOUT: 'No connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'No answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
}

const ofNames = /^(?:ETIMEOUT|ESERVFAIL|EREFUSED|EBADRESP|EAI_AGAIN|EFORMERR)$/
const ofTls = /^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/

/** Returns the reason of a failure, worded the same for each attempt. */
export function reasonOf(error: unknown): string {
  if (error instanceof OutgoingRefused) return error.message
  if (error instanceof Error && error.name === 'HTTPParserError') return 'The answer is not HTTP/1.1'
  const code = innerCodeOf(error) ?? ''
  if (ofNames.test(code)) return 'The name of the host could not be looked up'
  if (ofTls.test(code)) return `No secure connection (${code})`
  return reasons[code] ?? `The request failed${code && ` (${code})`}`
}

/** If several addresses were tried, the first error counts. */
const innerCodeOf = (error: unknown): string | undefined =>
  error instanceof AggregateError ? codeOf(error.errors[0]) : (codeOf(error) ?? codeOf((error as Error)?.cause))
