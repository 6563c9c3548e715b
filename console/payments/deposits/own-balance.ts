import { groupA } from '../../api.ts'
import { ask } from '../../queries.ts'

/** What an advertiser can spend, and what is held. */
export const balanceQuery = ask(['payments', 'balance'], (signal) => groupA.GET('/api/advertiser/balance', { signal }))
