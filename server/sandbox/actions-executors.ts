import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createAccount } from '../accounts/actions.ts'
import { defaultProofs } from '../catalog/catalog.ts'
import { dispute } from '../disputes/actions.ts'
import { cancelReservation, withdraw } from '../executions/decisions/actions-rework.ts'
import { openOfferDetail } from '../executions/offer-detail/actions.ts'
import { readAsked } from '../executions/page-work/actions.ts'
import { returnFromStudy } from '../executions/returns/actions.ts'
import { submit } from '../executions/submit/actions.ts'
import { TaskNotFound } from '../offers/offer.ts'
import { returnSignature, studySecretOf } from '../offers/studies/study.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { proofUrl } from '../proofs/proof.ts'
import { upload } from '../proofs/uploads/actions.ts'
import type { Part } from '../proofs/uploads/actions-receive.ts'
import { reserve } from '../reservations/actions.ts'
import { aliasOf } from '../reservations/reservation.ts'
import type { Id } from '../values/id.ts'
import { Problem } from '../values/problems/problem.ts'
import type { ReturnAction } from '../values/requests/return-link.ts'
import { inSandbox } from './actions.ts'
import { actingAs } from './actions-people.ts'
import { answersFor } from './answers.ts'
import { adult, profileFor } from './profiles.ts'
import { sampleOf } from './sample.ts'
import {
  executorDomain,
  executorsMax,
  isReturn,
  returnSteps,
  type SandboxExecutor,
  SandboxExecutorNotFound,
  type Step,
  type StepResult,
  TooManyExecutors,
} from './sandbox.ts'
import { readAudience, readExecutors, readSecretVersion, readWork } from './sql.ts'

export type Script = {
  readonly offer: Id<'offer'>
  readonly steps: readonly Step[]
  /** The answers of submitted work, instead of generated ones. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly statement?: string | undefined
}

/** Makes a simulated executor whom the task is for, and runs the steps. Throws TaskNotFound and TooManyExecutors. */
export async function createExecutor(ctx: Ctx, script: Script): Promise<SandboxExecutor> {
  const { account } = await inSandbox(ctx)
  const audience = await readAudience(ctx.db, account, script.offer)
  if (!audience) throw TaskNotFound({})
  const { length } = await readExecutors(ctx.db, executorDomain)
  if (length >= executorsMax) throw TooManyExecutors({ most: executorsMax })
  const email = `${randomUUID()}@${executorDomain}`
  const made = await createAccount(ctx, { ...adult, ...profileFor(audience, length), email, roles: ['Executor'] })
  return runSteps(ctx, { advertiser: account, executor: made.id }, script)
}

/** Runs further steps of an executor on a task of the caller. Throws SandboxExecutorNotFound and TaskNotFound. */
export async function runExecutor(ctx: Ctx, alias: string, script: Script): Promise<SandboxExecutor> {
  const { account } = await inSandbox(ctx)
  const all = await readExecutors(ctx.db, executorDomain)
  const executor = all.find(({ id }) => aliasOf(ctx.secretKey, account, id) === alias)
  if (!executor) throw SandboxExecutorNotFound({})
  if (!(await readAudience(ctx.db, account, script.offer))) throw TaskNotFound({})
  return runSteps(ctx, { advertiser: account, executor: executor.id }, script)
}

type Pair = { readonly advertiser: Id<'account'>; readonly executor: Id<'account'> }

/** Runs the steps in order, until one is refused. */
async function runSteps(ctx: Ctx, { advertiser, executor }: Pair, script: Script): Promise<SandboxExecutor> {
  const acting = await actingAs(ctx, executor, 'Executor')
  const results: StepResult[] = []
  for (const step of script.steps) {
    const refusal = await refusalOf(acting, (within) => runStep(within, executor, step, script))
    const { code, detail } = { code: refusal?.type.code ?? null, detail: refusal?.detail ?? null }
    results.push({ step, outcome: refusal ? 'Refused' : 'Done', code, detail })
    if (refusal) break
  }
  const { offer } = script
  return {
    alias: aliasOf(ctx.secretKey, advertiser, executor),
    offer,
    results,
    ...(await readWork(ctx.db, executor, offer)),
  }
}

/** Returns the problem that refuses the work. A refused step must not undo the steps before it. */
async function refusalOf(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await ctx.db.transaction((db) => work({ ...ctx, db }))
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function runStep(ctx: Ctx, executor: Id<'account'>, step: Step, script: Script): Promise<unknown> {
  const { offer, statement = 'The work shows what the task asks for.' } = script
  if (step === 'Reserve') return reserve(ctx, offer)
  const { reservation, execution } = await readWork(ctx.db, executor, offer)
  if (step === 'Cancel') return cancelReservation(ctx, offer, { reservationId: reservation })
  const id = execution ?? (0 as Id<'execution'>)
  if (isReturn(step)) {
    const { outcome, completionCode } = await comeBack(ctx, offer, reservation, returnSteps[step])
    return outcome === 'FormNeeded' && submitWork(ctx, script, { reservation, isGood: true, completionCode })
  }
  if (step === 'Withdraw') return withdraw(ctx, id)
  if (step === 'Appeal') return dispute(ctx, { id, statement, versions: undefined })
  return submitWork(ctx, script, { reservation, isGood: step === 'Submit' })
}

/** Comes back by the return link that the site of the study would make. The work may still have to be submitted. */
async function comeBack(ctx: Ctx, offer: Id<'offer'>, reservation: Id<'reservation'> | null, action: ReturnAction) {
  const id = reservation ?? (0 as Id<'reservation'>)
  const { secretVersion } = await readSecretVersion(ctx.db, offer)
  const secret = studySecretOf(ctx.secretKey, offer, secretVersion)
  return returnFromStudy(ctx, id, { action, signature: returnSignature(secret, String(id), action) })
}

type Work = {
  readonly reservation: Id<'reservation'> | null
  readonly isGood: boolean
  /** The code of a study that has reported the executor as done. */
  readonly completionCode?: string | null
}

async function submitWork(ctx: Ctx, { offer, details }: Script, work: Work): Promise<unknown> {
  const { reservation, isGood, completionCode } = work
  const { executionDetailsSchema, proofs } = await openOfferDetail(ctx, offer)
  const once = async <T>(_content: unknown, insert: (ctx: Ctx) => Promise<T>) => ({
    answer: await insert(ctx),
    isDone: true,
  })
  const asked = reservation && (await readAsked(ctx, reservation))
  const { min, max } = proofs ?? defaultProofs
  const uploaded: string[] = []
  while (uploaded.length < (asked ? min : Math.min(Math.max(min, 1), max))) {
    const [proof] = await upload(ctx, { offer, form: () => formWith(isGood), once, mayBeRepeated: false })
    if (proof) uploaded.push(proofUrl(ctx.config.publicUrl, proof))
  }
  const text = isGood ? goodText : badText
  const others = details ?? (sampleOf(executionDetailsSchema, text) as object)
  const answers = asked && !(details && 'answers' in details) ? { answers: answersFor(asked, { isGood, text }) } : {}
  return submit(ctx, offer, {
    reservationId: reservation ?? 0,
    proofUrls: uploaded,
    details: { ...others, ...(completionCode ? { completionCode } : {}), ...answers },
  })
}

const goodText = 'I did what the task asks for, and describe here what I saw.'
const badText = 'asdf'

async function* formWith(isGood: boolean): AsyncGenerator<Part> {
  const file = Readable.from([await picture(isGood)])
  yield { type: 'file', fieldname: 'files', filename: 'proof.png', mimetype: 'image/png', file }
}

/** Returns a picture that no other work has or, for bad work, always the same grey one. */
async function picture(isGood: boolean): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const grey = { r: 128, g: 128, b: 128 }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const size = { width: 24, height: 16, channels: 3 } as const
  const small = sharp({ create: { ...size, background: grey, ...(isGood ? { noise } : {}) } })
  return sharp(await small.png().toBuffer())
    .resize({ width: 480, height: 320, kernel: 'cubic' })
    .png()
    .toBuffer()
}
