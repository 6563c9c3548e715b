import { payCovered } from './actions-coverage.ts'
import { applyDisputeDeadlines } from './actions-deadline.ts'

/** Decides overdue disputes for the executor. Requests that come first apply the same outcome. */
export const decideOverdueDisputes = { name: 'disputes due', everySeconds: 2, run: applyDisputeDeadlines }

export const payCoveredPayments = { name: 'guarantee payments', everySeconds: 10, run: payCovered }
