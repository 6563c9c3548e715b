import { purgeOldChanges } from './actions.ts'

/** Lists add later changes to their cached counts; this purges the old ones. */
export const purgeListChanges = { name: 'old changes of lists', everySeconds: 60, run: purgeOldChanges }
