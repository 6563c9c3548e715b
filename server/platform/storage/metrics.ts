import { counter } from '../observability/metrics.ts'
import type { Storage } from './storage.ts'

const failures = counter(
  'market_storage_failures_total',
  'Failed calls of the file storage.',
  ['operation'],
  ['put', 'open', 'sizeOf', 'remove'].map((operation) => ({ operation })),
)

export function withFailureCount(storage: Storage): Storage {
  const watch =
    <Words extends readonly unknown[], Answer>(operation: string, call: (...words: Words) => Promise<Answer>) =>
    (...words: Words): Promise<Answer> =>
      call(...words).catch((error: unknown) => {
        failures({ operation })
        throw error
      })
  return {
    ...storage,
    put: watch('put', storage.put),
    open: watch('open', storage.open),
    sizeOf: watch('sizeOf', storage.sizeOf),
    remove: watch('remove', storage.remove),
  }
}
