import { type Logger, type LoggerOptions, stdSerializers } from 'pino'
import { currentContext } from './request-context.ts'

/** Fields of PostgreSQL errors that can contain row values: addresses, hashes, user texts. */
const withValues = ['detail', 'where', 'internalQuery', 'parameters', 'query'] as const

function withoutValues(error: Error): object {
  const shown: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of withValues) delete shown[name]
  return shown
}

/** Headers contain credentials, and some libraries log them. */
const redact = { paths: ['headers', '*.headers'], remove: true }

/** Adds the request or job of a line, unless its logger has it already. */
function origin(_line: object, _level: number, logger: Logger): object {
  const { requestId, job } = currentContext() ?? {}
  return { ...(requestId && !('requestId' in logger.bindings()) ? { requestId } : {}), ...(job ? { job } : {}) }
}

/** Options of every log. Errors are logged without the values that they concern. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact,
  serializers: { err: withoutValues },
  mixin: origin,
})
