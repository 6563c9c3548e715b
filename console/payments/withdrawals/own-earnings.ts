import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'

/** The executor's earnings. Keyed under executions, because decisions on work change them. */
export const earningsQuery = apiQuery(['executions', 'earnings'], (signal) =>
  groupA.GET('/api/executor/balance', { signal }),
)

export const monthsQuery = apiQuery(['executions', 'months'], (signal) =>
  groupA.GET('/api/executor/balance/months', { signal }),
)
