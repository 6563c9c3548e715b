import { type A, groupA } from '../api.ts'
import { ask } from '../queries.ts'

export type Work = A['Execution']
export type Listed = A['ListedExecution']

/** Own submitted work, with all that happened to it. */
export const workAsked = (id: number) =>
  ask(['executions', 'own', id], (signal) =>
    groupA.GET('/api/executor/executions/{id}', { params: { path: { id } }, signal }),
  )
