import { releaseExpiredHolds } from './actions-operator.ts'

export const releaseExpiredFraudHolds = { name: 'fraud holds', everySeconds: 60, run: releaseExpiredHolds }
