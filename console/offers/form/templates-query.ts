import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'

export const templatesQuery = apiQuery(['offers', 'templates'], (signal) =>
  groupA.GET('/api/advertiser/task-templates', { signal }),
)
