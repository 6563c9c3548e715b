import { type A, groupA } from '../../api.ts'
import { ask } from '../../queries.ts'

export type Work = A['ExecutionWithContent']
export type ListedExecution = A['ListedExecution']

/** Own submitted work, with all that happened to it. Others decide on it: whoever comes back to it sees it as it is now. */
export const workQuery = (id: number) => ({
  ...ask(['executions', 'own', id], (signal) =>
    groupA.GET('/api/executor/executions/{id}', { params: { path: { id } }, signal }),
  ),
  staleTime: 0,
})
