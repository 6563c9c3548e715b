import { groupA } from '../../api.ts'
import { ask } from '../../queries.ts'

/** What an executor has earned. It is as old as the work that was decided since. */
export const earningsQuery = ask(['executions', 'earnings'], (signal) =>
  groupA.GET('/api/executor/balance', { signal }),
)
