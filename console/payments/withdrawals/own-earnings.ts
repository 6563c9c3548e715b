import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'

/** The executor's earnings. Keyed under executions, because decisions on work change them. */
export const earningsQuery = apiQuery(['executions', 'earnings'], (signal) =>
  groupA.GET('/api/executor/balance', { signal }),
)
