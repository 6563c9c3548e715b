import { groupA } from '../../api.ts'
import { ask } from '../../queries.ts'

/** The advertiser's available and held balance. */
export const balanceQuery = ask(['payments', 'balance'], (signal) => groupA.GET('/api/advertiser/balance', { signal }))
