import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

/** The queues of operators. The menu and the home page share this query, so their counts agree. */
export const operatorQueueQuery = apiQuery(['menu', 'operator'], (signal) =>
  groupA.GET('/api/operator/queue', { signal }),
)
