import { autoAcceptDue, missReworkDue } from './actions.ts'

/** Auto-accepts executions past their review deadline. Requests that come first apply the same outcome. */
export const acceptPastDeadline = { name: 'reviews due', everySeconds: 2, run: autoAcceptDue }

/** Rejects executions past their rework deadline. */
export const missPastDeadline = { name: 'reworks due', everySeconds: 2, run: missReworkDue }
