import { releaseExpiredHolds } from './actions-operator.ts'

/** Ends fraud holds that have lasted too long. */
export const releaseExpiredFraudHolds = { name: 'fraud holds', everySeconds: 60, run: releaseExpiredHolds }
