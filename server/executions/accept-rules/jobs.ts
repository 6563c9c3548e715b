import { applyRules } from './actions.ts'

/** Runs as soon as work is submitted; the next run handles work that a crash left behind. */
export const applyAcceptRules = { name: 'rules of acceptance', everySeconds: 1, wakes: true, run: applyRules } as const
