import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { Problem } from '../../values/problems/problem.ts'
import { transitionWithdrawal, transitionWithdrawals } from './actions.ts'
import type { Result } from './bank-results.ts'
import { readWithdrawals } from './sql.ts'
import { checkTransition, type SealedWithdrawal, type Withdrawal, WithdrawalNotFound } from './withdrawal.ts'

/** The result for one of several withdrawals: the updated withdrawal, or the problem. */
export type ResultOutcome = {
  readonly id: Id<'withdrawal'>
  readonly line?: number
  readonly withdrawal?: Withdrawal
  readonly problem?: Problem
}

/** An outcome that was not written; `changesTo` is null if the withdrawal has the result already. */
export type PreviewedResult = ResultOutcome & { readonly changesTo?: Result['status'] | null }

const moveOf = ({ status }: Result) => (status === 'Paid' ? 'pay' : 'fail')

/** Marks withdrawals as paid or failed, for an operator. Each is accepted or refused independently. */
export async function markWithdrawals(ctx: Ctx, results: readonly Result[]): Promise<ResultOutcome[]> {
  const ids = results.map(({ id }) => id)
  const { caller, rows } = admitted(ctx.by, await readWithdrawals(ctx.db, ctx.by, ids, 'any'))
  const known = new Map<number, SealedWithdrawal>(rows.map((row) => [row.id, row]))
  const decisions = results.map((result) => decisionOn(known.get(result.id), result))
  const by = { actor: 'operator', account: caller.callerAccount || null } as const
  for (const move of ['pay', 'fail'] as const) {
    const batch = results.filter((result, index) => decisions[index] === 'move' && moveOf(result) === move)
    if (batch.length === 0) continue
    const moved = await transitionWithdrawals(ctx.db, batch, { move, by, money: moneyOf(ctx.config) })
    for (const withdrawal of moved) known.set(withdrawal.id, withdrawal)
    const written = new Set<number>(moved.map(({ id }) => id))
    for (const [index, result] of results.entries())
      if (batch.includes(result)) decisions[index] = written.has(result.id) ? 'done' : 'late'
  }
  return Promise.all(results.map((result, index) => outcomeOf(ctx, result, decisions[index], known.get(result.id))))
}

/** Decides as `markWithdrawals` does, without writing. */
export async function previewResults(ctx: Ctx, results: readonly Result[]): Promise<PreviewedResult[]> {
  const ids = results.map(({ id }) => id)
  const { rows } = admitted(ctx.by, await readWithdrawals(ctx.db, ctx.by, ids, 'any'))
  const known = new Map<number, SealedWithdrawal>(rows.map((row) => [row.id, row]))
  return results.map((result) => {
    const decision = decisionOn(known.get(result.id), result)
    const named = { id: result.id, ...(result.line === undefined ? {} : { line: result.line }) }
    if (decision instanceof Problem) return { ...named, problem: decision }
    return {
      ...named,
      withdrawal: known.get(result.id) as Withdrawal,
      changesTo: decision === 'move' ? result.status : null,
    }
  })
}

type RowDecision = Problem | 'move' | 'done' | 'late'

function decisionOn(withdrawal: SealedWithdrawal | undefined, result: Result): RowDecision {
  if (!withdrawal) return WithdrawalNotFound({})
  return orProblem(() =>
    checkTransition(withdrawal, { ...result, move: moveOf(result) }, 'operator') ? 'move' : 'done',
  )
}

function orProblem(decide: () => RowDecision): RowDecision {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** If the withdrawal changed concurrently, repeats the transition for it alone. */
async function outcomeOf(
  ctx: Ctx,
  result: Result,
  decision: RowDecision | undefined,
  known?: Withdrawal,
): Promise<ResultOutcome> {
  const { id, line } = result
  const named = { id, ...(line === undefined ? {} : { line }) }
  if (decision instanceof Problem) return { ...named, problem: decision }
  if (decision !== 'late') return { ...named, withdrawal: known as Withdrawal }
  return transitionWithdrawal(ctx, { ...result, move: moveOf(result) }).then(
    (withdrawal) => ({ ...named, withdrawal }),
    (error: unknown) => {
      if (error instanceof Problem) return { ...named, problem: error }
      throw error
    },
  )
}
