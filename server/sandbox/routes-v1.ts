import { type Static, Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { ownRoute } from '../platform/http/record-routes.ts'
import { idOf } from '../values/id.ts'
import { amount, id, openObject } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { advanceClock, depositFreely, openClock, resetSandbox } from './actions.ts'
import { createExecutor, runExecutor, type Script } from './actions-executors.ts'
import { reviewWork } from './actions-reviews.ts'
import { decisions, moveSecondsMax, steps, stepsMax } from './sandbox.ts'
import { clockJson, executorJson, fundsJson, resetJson, reviewJson } from './serialize.ts'

const textMax = 2_000

const moveBody = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: moveSecondsMax,
      description: 'Seconds to move the clock forward; it never goes back',
    }),
  },
  { title: 'SandboxClockMove' },
)
const depositBody = Type.Object({ amount: amount({ minimum: 0.0001, maximum: 1e8 }) }, { title: 'SandboxDeposit' })
const scriptBody = Type.Object(
  {
    taskId: { ...id, description: 'The task on which the executor takes the steps' },
    steps: Type.Array(Type.Enum([...steps]), {
      minItems: 1,
      maxItems: stepsMax,
      description: 'What the executor does, in this order',
    }),
    details: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        ...openObject,
        description: 'Answers of the submitted work; default: generated from the schema of the price',
      }),
    ),
    statement: Type.Optional(
      proseText({ minLength: 1, maxLength: textMax, description: 'What the executor says in an appeal' }),
    ),
  },
  { title: 'SandboxScript' },
)
const reviewBody = Type.Object(
  {
    reportId: id,
    decision: Type.Enum([...decisions]),
    reason: Type.Optional(proseText({ minLength: 1, maxLength: textMax })),
  },
  { title: 'SandboxReviewRequest' },
)

/** Group B: operations that only a sandbox has. */
export async function sandboxRoutesV1(api: Api) {
  ownRoute(api, 'GET /sandbox/clock', clockJson, openClock)
  const moved = { body: moveBody, response: { 200: clockJson.schema } }
  api.post('/sandbox/clock', { schema: moved }, async ({ ctx, body }) =>
    clockJson.serialize(await advanceClock(ctx, body.seconds)),
  )
  const paid = { body: depositBody, response: { 200: fundsJson.schema } }
  api.post('/sandbox/deposits', { schema: paid }, async ({ ctx, body }) =>
    fundsJson.serialize(await depositFreely(ctx, body.amount), ctx.config.currency),
  )
  executorRoutes(api)
  const reviewed = { body: reviewBody, response: { 200: reviewJson.schema } }
  api.post('/sandbox/reviews', { schema: reviewed }, async ({ ctx, body }) =>
    reviewJson.serialize(await reviewWork(ctx, { ...body, execution: idOf(body.reportId) })),
  )
  ownRoute(api, 'POST /sandbox/reset', resetJson, resetSandbox)
}

function executorRoutes(api: Api): void {
  const schema = { body: scriptBody, response: { 200: executorJson.schema } }
  api.post('/sandbox/executors', { schema }, async ({ ctx, body }) =>
    executorJson.serialize(await createExecutor(ctx, scriptOf(body))),
  )
  const ran = {
    params: Type.Object({ executorId: Type.String() }),
    body: scriptBody,
    response: { 200: executorJson.schema },
  }
  api.post('/sandbox/executors/:executorId/steps', { schema: ran }, async ({ ctx, params, body }) =>
    executorJson.serialize(await runExecutor(ctx, params.executorId, scriptOf(body))),
  )
}

const scriptOf = ({ taskId, ...body }: Static<typeof scriptBody>): Script => ({
  ...body,
  offer: idOf(taskId),
})
