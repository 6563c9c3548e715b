import { refreshAdvertisers } from './actions.ts'

/** Updates the records that executors see: acceptance rates and review times. */
export const refreshReputations = { name: 'records of advertisers', everySeconds: 300, run: refreshAdvertisers }
