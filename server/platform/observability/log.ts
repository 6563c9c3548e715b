import { type Logger, type LoggerOptions, stdSerializers } from 'pino'
import { currentContext } from './request-context.ts'

/** What PostgreSQL tells of an error beside its message can hold values of rows: addresses, hashes, what people wrote. */
const withValues = ['detail', 'where', 'internalQuery', 'parameters', 'query'] as const

function withoutValues(error: Error): object {
  const shown: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of withValues) delete shown[name]
  return shown
}

/** Headers hold credentials. Libraries tell them where everything is logged. */
const redact = { paths: ['headers', '*.headers'], remove: true }

/** What a line was written for, where its logger does not say so itself. */
function origin(_line: object, _level: number, logger: Logger): object {
  const { requestId, job } = currentContext() ?? {}
  return { ...(requestId && !('requestId' in logger.bindings()) ? { requestId } : {}), ...(job ? { job } : {}) }
}

/** How every log is written: with errors, without what they were about. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact,
  serializers: { err: withoutValues },
  mixin: origin,
})
