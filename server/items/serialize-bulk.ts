import { Type } from 'typebox'
import type { Warned } from '../catalog/warnings.ts'
import type { Offer } from '../offers/offer.ts'
import { taskJson } from '../offers/serialize-task.ts'
import { arrayOf, openObject } from '../values/requests/schema.ts'

const tasksMax = 100

/** Each task is checked alone, so that an invalid one does not prevent the others. */
const oneTask = Type.Object(
  {},
  { additionalProperties: true, description: 'A TaskCreate, as `POST /v1/tasks` takes it' },
)

export const bulkTasksBody = Type.Object(
  { tasks: Type.Array(oneTask, { minItems: 1, maxItems: tasksMax }) },
  { title: 'BulkTaskCreate' },
)

/** The results of many creations, in the requested order. */
export const bulkTasksSchema = Type.Object(
  {
    results: arrayOf(
      Type.Object({
        status: Type.Integer({
          description: 'The status that `POST /v1/tasks` would answer: 201 if the task was created',
        }),
        task: Type.Optional(taskJson.schema),
        problem: Type.Optional({
          ...openObject,
          description: 'Why it was not created; `errors` name members of the task',
        }),
      }),
    ),
  },
  { title: 'BulkTaskResults' },
)

type PublicProblem = Readonly<Record<string, unknown>> & { readonly status: number }
type Created = { readonly task: Offer & Warned } | { readonly problem: PublicProblem }

export const serializeBulkTasks = (results: readonly Created[]) => ({
  results: results.map((result) =>
    'task' in result
      ? { status: 201, task: taskJson.serialize(result.task) }
      : { status: result.problem.status, problem: result.problem },
  ),
})
