import { Type } from 'typebox'
import { executionStatus } from '../executions/serialize-work.ts'
import { balanceJson } from '../ledger/serialize.ts'
import { arrayOf, id, instant, known, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type SandboxClock, type SandboxExecutor, type StepResult, steps } from './sandbox.ts'

export const clockJson = serializer<SandboxClock>({ title: 'SandboxClock' })({
  nowUtc: [Type.String({ format: 'date-time', description: 'The time in the sandbox' }), 'now'],
  aheadSeconds: [
    Type.Integer({ description: 'Seconds that the sandbox is ahead of the real time' }),
    ({ offsetMs }) => Math.round(offsetMs / 1000),
  ],
  isSettled: Type.Boolean({
    description: 'Whether everything that was due has been done; false: it goes on in the background',
  }),
})

const stepJson = serializer<StepResult>({ title: 'SandboxStepResult' })({
  step: known('SandboxStep', steps),
  outcome: known('SandboxStepOutcome', ['Done', 'Refused']),
  code: nullable(Type.String({ description: 'Code of the problem that refused the step' })),
  detail: nullable(text),
})

export const executorJson = serializer<SandboxExecutor>({ title: 'SandboxExecutor' })({
  id: [Type.String({ description: 'Executor id as in reports: ex_…' }), 'alias'],
  taskId: [id, 'offer'],
  reservationId: [nullable(Type.Integer({ description: 'The active reservation; null: none' })), 'reservation'],
  reportId: [nullable(Type.Integer({ description: 'The newest report of this executor; null: none' })), 'execution'],
  steps: [
    Type.Unsafe<readonly unknown[]>({
      ...arrayOf(stepJson.schema),
      description: 'The result of each step, up to the first one that was refused',
    }),
    ({ results }) => results.map((each) => stepJson.serialize(each)),
  ],
})

type Reviewed = { readonly id: number; readonly status: string; readonly now: Date }

export const reviewJson = serializer<Reviewed>({ title: 'SandboxReview' })({
  reportId: [id, 'id'],
  status: executionStatus,
  decidedAtUtc: [instant, 'now'],
})

/** The balance after a deposit, as elsewhere. */
export const fundsJson = balanceJson

export const resetJson = serializer<{ readonly now: Date }>({ title: 'SandboxReset' })({
  resetAtUtc: [instant, 'now'],
})
