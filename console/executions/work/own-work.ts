import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'

export type Work = A['ExecutionWithContent']
export type ListedExecution = A['ListedExecution']

/** Loads an own submission with its history. Always refetches, because others decide on it. */
export const workQuery = (id: number) => ({
  ...apiQuery(['executions', 'own', id], (signal) =>
    groupA.GET('/api/executor/executions/{id}', { params: { path: { id } }, signal }),
  ),
  staleTime: 0,
})
