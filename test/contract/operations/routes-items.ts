import { keys, type Operation } from './operation.ts'
import { importOf, itemsToAdd, itemTask, on } from './ready.ts'

/** What advertisers do with the items of a task. */
export const itemOperations: readonly Operation[] = [
  keys('GET /tasks/:id/items', 'tasks:read', on(itemTask)),
  keys('POST /tasks/:id/items', 'tasks:write', on(itemTask, itemsToAdd), {
    answers: 201,
    again: '409 item_external_id_taken',
  }),
  keys(
    'POST /tasks/:id/items/cancel',
    'tasks:write',
    on(itemTask, async () => ({ all: true })),
  ),
  keys(
    'POST /tasks/:id/items/ask-again',
    'tasks:write',
    on(itemTask, async () => ({ itemIds: [1] })),
  ),
  keys('GET /tasks/:id/reservations', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/results', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/results/reports', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/results/export', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/results/agreement', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/accuracies', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/rule-actions', 'reports:read', on(itemTask), { missing: '404 task_not_found' }),
  keys('GET /tasks/:id/imports', 'tasks:read', on(itemTask)),
  keys('GET /tasks/:id/imports/:importId', 'tasks:read', async (callers) => ({ id: await importOf(callers) })),
  keys('POST /tasks/:id/imports', 'tasks:write', async (callers) => ({ id: await itemTask(callers), file: 'n\n1\n' }), {
    answers: 202,
  }),
]
