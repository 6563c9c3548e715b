import { balanceFacts } from '../ledger/openapi.ts'
import { at } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { SandboxExecutor } from './sandbox.ts'
import { clockJson, executorJson, fundsJson, resetJson, reviewJson } from './serialize.ts'

const own = ['test_key_required']

const clock = { now: at('12:00:00'), offsetMs: 0, isSettled: true }
const moved = { now: new Date('2026-03-04T12:00:00.000Z'), offsetMs: 259_200_000, isSettled: true }
const done = { outcome: 'Done', code: null, detail: null } as const
const executor: SandboxExecutor = {
  alias: 'ex_9f3c27d1b06e4a85c1d2',
  offer: 42,
  reservation: null,
  execution: 501,
  results: [
    { step: 'Reserve', ...done },
    { step: 'Submit', ...done },
  ],
}
const refused: SandboxExecutor = {
  ...executor,
  results: [
    {
      step: 'Appeal',
      outcome: 'Refused',
      code: 'dispute_window_closed',
      detail: 'The period for an appeal has ended.',
    },
  ],
}

/** Group B: operations of a sandbox. A live key gets `test_key_required`. */
export const sandboxDocs = docsIn('Sandbox', {
  'GET /v1/sandbox/clock': {
    id: 'getSandboxClock',
    summary: 'Read the clock of the sandbox',
    answers: { 200: { clock: clockJson.serialize(clock) } },
    problems: own,
  },
  'POST /v1/sandbox/clock': {
    id: 'advanceSandboxClock',
    summary: 'Move the clock of the sandbox forward',
    about:
      'Reservations expire, reviews are accepted automatically, webhooks are retried and withdrawals are paid before the answer, as far as they became due. Each move makes at least one attempt of a due delivery.',
    body: { threeDays: { seconds: 259_200 } },
    answers: { 200: { moved: clockJson.serialize(moved) } },
    problems: [...own, 'clock_too_far'],
  },
  'POST /v1/sandbox/deposits': {
    id: 'createSandboxDeposit',
    summary: 'Add money to the balance of the sandbox',
    about: 'The money comes from nothing. Returns the balance.',
    body: { hundred: { amount: 100 } },
    answers: { 200: { balance: fundsJson.serialize(balanceFacts, 'USD') } },
    problems: own,
  },
  'POST /v1/sandbox/executors': {
    id: 'createSandboxExecutor',
    summary: 'Let a simulated executor work on a task',
    about:
      'Creates an executor whom the task is for, and runs the steps in order until one is refused. `Reserve` takes a slot, `Submit` sends in good work, `SubmitBad` sends in careless work, `Cancel` gives the slot back, `Withdraw` takes the work back, `Appeal` disputes a rejection.',
    body: {
      submits: { taskId: 42, steps: ['Reserve', 'Submit'] },
      withAnswers: { taskId: 42, steps: ['Reserve', 'Submit'], details: { answer: 'Monday to Friday from 9 to 18' } },
    },
    answers: { 200: { submitted: executorJson.serialize(executor) } },
    problems: [...own, 'task_not_found', 'too_many_executors'],
  },
  'POST /v1/sandbox/executors/:executorId/steps': {
    id: 'runSandboxExecutor',
    summary: 'Let a simulated executor do more',
    about: 'Runs further steps of an executor on a task: to appeal against a rejection, or to submit rework.',
    body: { appeals: { taskId: 42, steps: ['Appeal'], statement: 'The third picture shows it.' } },
    answers: { 200: { appealed: executorJson.serialize(executor), refused: executorJson.serialize(refused) } },
    problems: [...own, 'task_not_found', 'sandbox_executor_not_found'],
  },
  'POST /v1/sandbox/reviews': {
    id: 'createSandboxReview',
    summary: 'Let the simulated advertiser decide on your work',
    about:
      'For programs of executors: a sandbox has open tasks of a simulated advertiser, who decides only when told to. With a test key as the bearer, Group A acts as your account.',
    body: {
      accepts: { reportId: 501, decision: 'Accept' },
      rejects: { reportId: 501, decision: 'Reject', reason: 'The picture shows something else.' },
    },
    answers: { 200: { accepted: reviewJson.serialize({ id: 501, status: 'Accepted', now: at('12:00:00') }) } },
    problems: [
      ...own,
      'report_not_found',
      'report_already_decided',
      'report_on_hold',
      'rework_limit_reached',
      'version_conflict',
    ],
  },
  'POST /v1/sandbox/reset': {
    id: 'resetSandbox',
    summary: 'Empty the sandbox',
    about:
      'The next request finds a new sandbox: with the starting balance, and with the real time. Test keys stay valid. A sandbox younger than a minute refuses.',
    answers: { 200: { reset: resetJson.serialize({ now: at('12:00:00') }) } },
    problems: [...own, 'reset_too_soon'],
  },
})
