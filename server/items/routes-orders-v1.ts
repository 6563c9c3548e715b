import type { FastifyRequest } from 'fastify'
import type { TaskBody } from '../offers/input.ts'
import { changesTask, estimateSchema, serializeEstimate, takesTask, taskJson } from '../offers/serialize-task.ts'
import { partialProblem } from '../platform/http/answer.ts'
import type { Api } from '../platform/http/api.ts'
import { isLenient } from '../platform/http/unknown-names.ts'
import { idFromPath } from '../values/id.ts'
import type { Problem } from '../values/problems/problem.ts'
import { acceptedVersions } from '../values/requests/if-match.ts'
import { namedMembers } from '../values/requests/unknown-names.ts'
import { createTask, estimateTask, updateTask } from './actions.ts'
import { type BulkTask, createTasks } from './actions-bulk.ts'
import { bulkTasksBody, bulkTasksSchema, serializeBulkTasks } from './serialize-bulk.ts'

/** Tasks of one account are inserted one after the other: with more of them, a transaction would take long for the others in it. */
const sharedPerCredentialMax = 8

/** A page takes up to 300 KiB, and more if its letters are escaped; the first items a few MiB. */
const bodyLimit = 4 * 1024 * 1024
const patchLimit = 1024 * 1024

/** Whether one flight creates the task: it has no items yet, and is not also approved. */
function isSimple({ ctx, body }: FastifyRequest): boolean {
  const { items, draft } = body as { readonly items?: unknown; readonly draft?: unknown }
  return (items ?? null) === null && (ctx.config.moderation !== 'auto' || draft === true)
}

const { body: taskBody } = takesTask({})

/** Returns a function that checks a body as creating one task does. */
function readerOf(request: FastifyRequest): (body: object) => BulkTask {
  const check = request.compileValidationSchema(taskBody, 'body') as unknown as (body: unknown) => Checked
  return (body) => {
    const checked = check(isLenient(request) ? namedMembers(taskBody as object, body) : body)
    return 'error' in checked ? { problem: checked.error } : { body: checked.value }
  }
}

type Checked = { readonly value: TaskBody } | { readonly error: Problem }

/** Group B: what takes members of a task: to create it with its first items, to estimate its cost, or to change it. */
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
  const countsAs = (body: unknown) => (body as { readonly tasks: readonly unknown[] }).tasks.length
  const bulk = { body: bulkTasksBody, response: { 200: bulkTasksSchema } }
  api.post('/tasks/bulk', { schema: bulk, config: { countsAs }, bodyLimit }, async (request) => {
    const { ctx, body } = request
    const results = await createTasks(ctx, body.tasks.map(readerOf(request)))
    return serializeBulkTasks(
      results.map((result) =>
        'task' in result ? result : { problem: partialProblem(result.problem, request, ctx.config.publicUrl) },
      ),
    )
  })
  api.post('/tasks/estimate', { schema: takesTask({ 200: estimateSchema }), bodyLimit }, async ({ ctx, body }) =>
    serializeEstimate(await estimateTask(ctx, body)),
  )
  const changed = { schema: changesTask, config: { ifMatch: true }, bodyLimit: patchLimit }
  api.patch('/tasks/:id', changed, async ({ ctx, params, body, ifMatch }) =>
    taskJson.serialize(await updateTask(ctx, idFromPath(params.id), body, acceptedVersions(ifMatch, body.version))),
  )
}
