import { type LoggerOptions, stdSerializers } from 'pino'

/** What PostgreSQL tells of an error beside its message can hold values of rows: addresses, hashes, what people wrote. */
const withValues = ['detail', 'where', 'internalQuery', 'parameters', 'query'] as const

function withoutValues(error: Error): object {
  const shown: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of withValues) delete shown[name]
  return shown
}

/** Headers hold credentials. Libraries tell them where everything is logged. */
const redact = { paths: ['headers', '*.headers'], remove: true }

/** How every log is written: with errors, without what they were about. */
export const logOptions = (level: string): LoggerOptions => ({ level, redact, serializers: { err: withoutValues } })
