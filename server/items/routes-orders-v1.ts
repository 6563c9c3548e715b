import type { FastifyRequest } from 'fastify'
import { estimateSchema, serializeEstimate, takesTask, taskJson } from '../offers/serialize-task.ts'
import type { Api } from '../platform/http/api.ts'
import { createTask, estimateTask } from './actions.ts'

/** Tasks of one account are inserted one after the other: with more of them, a transaction would take long for the others in it. */
const sharedPerCredentialMax = 8

/** A page takes up to 300 KiB, and more if its letters are escaped; the first items a few MiB. */
const bodyLimit = 4 * 1024 * 1024

/** Whether one flight creates the task: it has no items yet, and is not also approved. */
function isSimple({ ctx, body }: FastifyRequest): boolean {
  const { items, draft } = body as { readonly items?: unknown; readonly draft?: unknown }
  return (items ?? null) === null && (ctx.config.moderation !== 'auto' || draft === true)
}

/** Group B: what takes a whole new task, with its first items: to create it or to estimate its cost. */
export async function orderRoutesV1(api: Api) {
  const config = { sharesTransaction: isSimple, sharedPerCredentialMax }
  api.post(
    '/tasks',
    { schema: takesTask({ 201: taskJson.schema }), config, bodyLimit },
    async ({ ctx, body }, reply) => {
      const task = taskJson.serialize(await createTask(ctx, body))
      reply.code(201).header('Location', `${ctx.config.apiUrl}/tasks/${task.id}`)
      return task
    },
  )
  api.post('/tasks/estimate', { schema: takesTask({ 200: estimateSchema }), bodyLimit }, async ({ ctx, body }) =>
    serializeEstimate(await estimateTask(ctx, body)),
  )
}
