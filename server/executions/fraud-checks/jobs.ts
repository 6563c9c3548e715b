import { checkForFraud } from './actions.ts'

/** Checks work for fraud as soon as it is submitted. */
export const runFraudChecks = { name: 'works to examine', everySeconds: 2, wakes: true, run: checkForFraud } as const
