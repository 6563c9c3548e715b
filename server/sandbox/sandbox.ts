import { conflict, forbidden, limited, missing } from '../values/problems/problem.ts'

export const TestKeyRequired = forbidden(
  'test_key_required',
  'Test key required',
  'This operation exists only in a sandbox. Call it with a test key (mkt_test_…).',
)
export const SandboxFull = conflict<{ megabytesMax: number }>(
  'sandbox_full',
  'Sandbox full',
  ({ megabytesMax }) =>
    `This sandbox takes more than ${megabytesMax} megabytes, so it refuses changes. POST /v1/sandbox/reset empties it.`,
)
export const ClockTooFar = conflict<{ aheadDaysMax: number }>(
  'clock_too_far',
  'Clock too far ahead',
  ({ aheadDaysMax }) =>
    `The clock of a sandbox can be at most ${aheadDaysMax} days ahead. POST /v1/sandbox/reset sets it back.`,
)
export const TooManyExecutors = conflict<{ most: number }>(
  'too_many_executors',
  'Too many executors',
  ({ most }) => `A sandbox has at most ${most} executors. Use the existing ones, or reset the sandbox.`,
)
export const SandboxExecutorNotFound = missing(
  'sandbox_executor_not_found',
  'Executor not found',
  'This sandbox has no executor with this id.',
)

export const ResetTooSoon = limited<{ retryAfterSeconds: number }>(
  'reset_too_soon',
  'Reset too soon',
  ({ retryAfterSeconds }) =>
    `A sandbox can be reset once a minute. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
)
/** Each reset creates and drops a database. */
export const resetSecondsMin = 60

/** A study of 100 people also meets some whom it turns away. */
export const executorsMax = 300
export const stepsMax = 20
/** The farthest that one request can move the clock. */
export const moveSecondsMax = 366 * 86_400
export const aheadDaysMax = 3_660

/** Steps in which the executor comes back from a study, with the action of their return link. */
export const returnSteps = { Complete: 'complete', FailCheck: 'failed-check', ScreenOut: 'screened-out' } as const
export type ReturnStep = keyof typeof returnSteps

/** What a simulated executor can do with a task. */
export const steps = [
  'Reserve',
  'Submit',
  'SubmitBad',
  'Cancel',
  'Withdraw',
  'Appeal',
  'Complete',
  'FailCheck',
  'ScreenOut',
] as const
export type Step = (typeof steps)[number]

export const isReturn = (step: Step): step is ReturnStep => step in returnSteps

export const decisions = ['Accept', 'Reject', 'RequestRework'] as const
export type Decision = (typeof decisions)[number]

export type StepResult = {
  readonly step: Step
  readonly outcome: 'Done' | 'Refused'
  /** Why it was refused: the problem that the executor gets. */
  readonly code: string | null
  readonly detail: string | null
}

/** A simulated executor after its steps. */
export type SandboxExecutor = {
  readonly alias: string
  readonly offer: number
  readonly reservation: number | null
  readonly execution: number | null
  readonly results: readonly StepResult[]
}

/** The clock of a sandbox. */
export type SandboxClock = {
  readonly now: Date
  readonly offsetMs: number
  /** Whether everything that was due has been done. */
  readonly isSettled: boolean
}

/** Where the sandboxes of this machine listen, the secret that they expect, and the id of their process. */
export type SandboxAddress = { readonly port: number; readonly secret: string; readonly pid: number }

export type SandboxGate = {
  /** Starts the process of the sandboxes unless it runs. */
  open(): Promise<SandboxAddress>
  close(): Promise<void>
}

/** The test key of a forwarded request. */
export type Visitor = {
  readonly account: number
  readonly key: string
  readonly scopes: readonly string[]
  /** As text: JSON has no bigint. */
  readonly dailySpendMaxUnits: string | null
}

/** Headers between the live market and the sandboxes. Clients cannot send them: they are removed. */
export const forwardHeaders = {
  secret: 'x-sandbox-secret',
  visitor: 'x-sandbox-visitor',
  /** In an answer: why the sandbox could not be opened. */
  refusal: 'x-sandbox-refusal',
} as const
export type ForwardRefusal = 'database' | 'full' | 'busy' | 'size'

/** The people of a sandbox besides its simulated executors. */
export const ownEmail = 'you@sandbox.example'
export const advertiserEmail = 'advertiser@sandbox.example'
export const executorDomain = 'executors.sandbox.example'
