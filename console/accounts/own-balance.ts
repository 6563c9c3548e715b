import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

/** The advertiser's available and held balance. */
export const balanceQuery = apiQuery(['payments', 'balance'], (signal) =>
  groupA.GET('/api/advertiser/balance', { signal }),
)
