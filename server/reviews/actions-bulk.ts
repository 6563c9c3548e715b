import { admitted, memberOf } from '../accounts/caller.ts'
import { pastDeadline } from '../executions/deadlines.ts'
import { applyExpiredDeadline, writeDecisions } from '../executions/decisions/actions.ts'
import { holdBatched, type ReviewRequest, rejectionToHold, reviewOf } from '../executions/decisions/actions-review.ts'
import { reworkBatched } from '../executions/decisions/actions-rework.ts'
import {
  type AllowedDecision,
  acceptanceOf,
  decideAccept,
  decideReject,
  decideRework,
  namesCriteria,
  type WithCriteria,
} from '../executions/decisions/decide.ts'
import {
  type Allowance,
  allowanceFor,
  type RejectionHistory,
  TooManyRejections,
} from '../executions/decisions/rejection-limit.ts'
import { type Execution, OwnWork, operatorReview, ReportNotFound, type Undecided } from '../executions/execution.ts'
import { batchLimit, rowsOf } from '../platform/batching/join-batch.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { idOf } from '../values/id.ts'
import { Problem } from '../values/problems/problem.ts'
import { acceptedVersions } from '../values/requests/if-match.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { acceptReport } from './actions.ts'
import { type BulkItem, type BulkResult, mustBeDistinct, mustFitActions } from './bulk-review.ts'
import { type Line, readLines } from './csv-import.ts'
import { readForBulk, readRejectionHistory } from './sql.ts'

const roundsMax = 8

export type ItemWithReport = { readonly item: BulkItem; readonly report: Execution & WithCriteria }
export type Results = Map<number, BulkResult>

/**
 * Decides on many reports with the same effect as one by one: acceptances first, then rejections, then reworks. Each has its own result.
 * Reads the facts again after lost races.
 */
export async function reviewReports(ctx: Ctx, items: readonly BulkItem[]): Promise<BulkResult[]> {
  mustBeDistinct(items)
  mustFitActions(items)
  const results: Results = new Map()
  let isAtOnce: boolean | undefined
  for (let round = 1; round <= roundsMax; round++) {
    const left = items.filter(({ id }) => !results.has(id))
    if (left.length === 0 && round > 1) break
    const { now, read } = await factsOf(ctx, left, results)
    const plain = await acceptSingles(ctx, read, results)
    const open = await applyDeadlines(ctx, plain, now)
    const undecided = open.filter((one) => needsDecision(one, now, results))
    const allowance = await readAllowance(ctx, undecided, isAtOnce)
    isAtOnce ??= allowance.cause === 'AtOnce'
    await carryOut(ctx, undecided, allowance, results)
  }
  return items.map(({ id }) => results.get(id) ?? failUndecided(id))
}

/** Whether an acceptance needs its own transaction: it concedes, overrides or pays a bonus. */
function isSingle({ item, report }: ItemWithReport): boolean {
  if (item.action !== 'accept') return false
  const acceptance = acceptanceOf(report.status, item)
  return Boolean(item.bonus) || acceptance === 'concede' || acceptance === 'override'
}

/** Carries out, one by one, the acceptances that concede a dispute, override a rejection or pay a bonus. Returns the others. */
async function acceptSingles(ctx: Ctx, read: readonly ItemWithReport[], results: Results): Promise<ItemWithReport[]> {
  for (const one of read.filter(isSingle)) {
    const { item, report } = one
    const { comment, rating, overrideRejection, bonus } = item
    const request = { id: report.id, versions: versionsOf(item), comment, rating, overrideRejection, bonus }
    try {
      const { id, status } = await acceptReport(ctx, request)
      results.set(item.id, { id, status })
    } catch (error) {
      results.set(item.id, refusal(report, error))
    }
  }
  return read.filter((one) => !isSingle(one))
}

export function refusal({ id, status }: Execution, problem: unknown): BulkResult {
  if (!(problem instanceof Problem)) throw problem
  return { id, status, problem }
}

function failUndecided(id: number): never {
  throw new Error(`report ${id} was not decided in ${roundsMax} rounds, though the rule allowed it each time`)
}

/** Returns the caller's reports with their items. Sets the results of missing reports. */
export async function factsOf(ctx: Ctx, items: readonly BulkItem[], results: Results) {
  const ids = items.map(({ id }) => id)
  const naming = items.filter(namesCriteria).map(({ id }) => id)
  const { caller, rows } = admitted(ctx.by, await readForBulk(ctx.db, ctx.by, ids, naming))
  const reports = rowsOf<ItemWithReport['report']>(rows, ids)
  const read = items.flatMap((item, index) => {
    const report = reports[index]
    if (!report) results.set(item.id, { id: idOf(item.id), status: null, problem: ReportNotFound({}) })
    const isOwn = report !== undefined && report.executor === memberOf(ctx.by)
    if (isOwn) results.set(item.id, refusal(report, OwnWork({})))
    return report && !isOwn ? [{ item, report }] : []
  })
  return { now: caller.now, read }
}

/** Applies expired deadlines first; the next round decides on these reports. */
async function applyDeadlines(ctx: Ctx, plain: readonly ItemWithReport[], now: Date): Promise<ItemWithReport[]> {
  const isDue = ({ item, report }: ItemWithReport) => {
    const due = pastDeadline(report, now)
    // A late acceptance replaces the auto-acceptance.
    return due !== undefined && !(due === 'autoAccept' && item.action === 'accept')
  }
  await Promise.all(plain.filter(isDue).map(({ report }) => applyExpiredDeadline(ctx, report, now)))
  return plain.filter((one) => !isDue(one))
}

/** Whether a decision is to be made. Otherwise sets the result: refused, or already as requested. */
function needsDecision(one: ItemWithReport, now: Date, results: Results): boolean {
  const { item, report } = one
  try {
    if (mayDecide(one, now)) return true
    results.set(item.id, resultOf(report))
  } catch (error) {
    results.set(item.id, refusal(report, error))
  }
  return false
}

export const versionsOf = ({ version }: BulkItem) => acceptedVersions(undefined, version)

export function mayDecide({ item, report }: ItemWithReport, now: Date): boolean {
  const versions = versionsOf(item)
  if (item.action !== 'accept') reasonOf(item.reason ?? '')
  if (item.action === 'rework') return decideRework(report, versions, now)
  if (item.action === 'accept') return decideAccept(report, { versions, now }) === 'accept'
  const { failedCriteria } = item
  return (
    decideReject(report, { versions, failedCriteria, criteria: report.criteria, now }) &&
    !report.flags.includes(operatorReview)
  )
}

type CurrentAllowance = Allowance & { readonly rejectionsMade: number | null }

/** Returns how many rejections may take effect. If the first round exceeds the limit for one request, so do all later rounds. */
async function readAllowance(
  ctx: Ctx,
  undecided: readonly ItemWithReport[],
  isAtOnce: boolean | undefined,
): Promise<CurrentAllowance> {
  const count = (action: string) => undecided.filter(({ item }) => item.action === action).length
  const [accepted, rejected] = [count('accept'), count('reject')]
  if (isAtOnce) return { remaining: 0, cause: 'AtOnce', rejectionsMade: null }
  if (rejected === 0) return { remaining: 0, cause: 'Rate', rejectionsMade: null }
  const { rows } = admitted(ctx.by, await readRejectionHistory(ctx.db, ctx.by))
  const { recent, rejectionsMade } = rows[0] as RejectionHistory
  return { ...allowanceFor({ recent, accepted, rejected }, ctx.config), rejectionsMade }
}

/** Carries out the decisions in batches with the same source status. Reports that lost a race get no result yet. */
async function carryOut(
  ctx: Ctx,
  undecided: readonly ItemWithReport[],
  allowance: CurrentAllowance,
  results: Results,
): Promise<void> {
  const some = (action: string, from: Undecided) =>
    undecided.filter(({ item, report }) => item.action === action && report.status === from)
  const rejected = undecided.filter(({ item }) => item.action === 'reject')
  const withinLimit = new Set(rejected.slice(0, allowance.remaining))
  const review = (one: ItemWithReport): AllowedDecision => reviewBy(one, allowance)
  for (const from of ['Pending', 'ReworkRequested'] as const)
    await writeInBatches(some('accept', from), results, (set) => writeDecisions(ctx, 'accept', from, set.map(review)))
  for (const from of ['Pending', 'ReworkRequested'] as const) {
    const set = some('reject', from).filter((one) => withinLimit.has(one))
    await writeInBatches(set, results, (some) => writeDecisions(ctx, 'reject', from, some.map(review)))
  }
  await writeInBatches(some('rework', 'Pending'), results, (set) => reworkBatched(ctx.db, set.map(reworkOf)))
  const waiting = rejected.filter((one) => !withinLimit.has(one))
  await holdRest(ctx, waiting, allowance, results)
}

async function holdRest(ctx: Ctx, waiting: readonly ItemWithReport[], { cause }: Allowance, results: Results) {
  for (const { report } of waiting.filter(({ report }) => report.status !== 'Pending'))
    results.set(report.id, { id: report.id, status: report.status, problem: TooManyRejections({}) })
  const pending = waiting.filter(({ report }) => report.status === 'Pending')
  const holding = (one: ItemWithReport) => rejectionToHold(reviewOf(one.report, decisionOf(one)), cause)
  await writeInBatches(pending, results, (set) => holdBatched(ctx, set.map(holding)))
}

type DecidedReport = Pick<Execution, 'id' | 'status' | 'flags'>
type Write = (set: readonly ItemWithReport[]) => Promise<readonly DecidedReport[]>

export const resultOf = ({ id, status, flags }: DecidedReport): BulkResult => ({
  id,
  status,
  ...(flags.includes(operatorReview) ? { rejectionHeld: true } : {}),
})

/** Larger batches would hold locks for longer and join each decision with more others. */
async function writeInBatches(all: readonly ItemWithReport[], results: Results, write: Write): Promise<void> {
  for (let first = 0; first < all.length; first += batchLimit) {
    const written = await write(all.slice(first, first + batchLimit))
    for (const one of written) results.set(one.id, resultOf(one))
  }
}

const decisionOf = ({ item, report: { id } }: ItemWithReport): ReviewRequest => {
  const { comment, rating, reasonCode, failedCriteria, blockExecutor } = item
  const decision = { id, versions: versionsOf(item) }
  if (item.action === 'accept') return { ...decision, move: 'accept', comment, rating }
  return { ...decision, move: 'reject', reason: reasonOf(item.reason ?? ''), reasonCode, failedCriteria, blockExecutor }
}

const reviewBy = (one: ItemWithReport, { remaining, rejectionsMade }: CurrentAllowance): AllowedDecision => {
  const review = reviewOf(one.report, decisionOf(one))
  return one.item.action === 'reject' ? { ...review, rejectionsRemaining: remaining, rejectionsMade } : review
}

const reworkOf = ({ item, report }: ItemWithReport) => ({
  execution: report.id,
  offer: report.offer,
  account: report.advertiser,
  reason: reasonOf(item.reason ?? ''),
  deadlineSeconds: item.deadlineSeconds ?? null,
  version: report.version,
})

/** Reads the decisions of a CSV, without blocking others. Throws ValidationError if a line is invalid. */
export const readDecisions = (csv: string): Promise<readonly Line[]> => readLines(csv)

type Imported = { readonly results: BulkResult[]; readonly lines: readonly number[] }

/** Decides on the reports of a CSV. Returns the results and the line of each. */
export async function reviewCsv(ctx: Ctx, read: readonly Line[]): Promise<Imported> {
  const results = await reviewReports(
    ctx,
    read.map(({ item }) => item),
  )
  return { results, lines: read.map(({ line }) => line) }
}
