import { foundFor } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { hasCode } from '../../offers/limits.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { recordReturned } from '../../reservations/actions-cancel-extend.ts'
import { ReservationNotFound } from '../../reservations/reservation.ts'
import { screenOut } from '../../reservations/screen-outs/actions.ts'
import type { Id } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import type { ReturnLink } from '../../values/requests/return-link.ts'
import { returnCode } from '../completion-codes/completion-codes.ts'
import { answersSoFar } from '../page-work/actions.ts'
import { submit } from '../submit/actions.ts'
import { decideReturn, type Returned, type ReturnRow } from './returns.ts'
import { readReturn } from './sql.ts'

/**
 * Does what the site of a study reports about the caller's own active reservation, or about an earlier one that it renews: submits its work
 * if that needs nothing else, or ends it as screened out. The same link again gets the same answer, and does nothing more.
 */
export const returnFromStudy = (ctx: Ctx, id: Id<'reservation'>, link: ReturnLink): Promise<Returned> =>
  retryOnConflict(async () => {
    const row = await foundFor(ctx, readReturn(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)
    const { isDone } = decideReturn(row, link, ctx.secretKey, row.now)
    if (isDone) return returnedBy(ctx, row, link, row.ownExecution)
    if (link.action === 'screened-out') return (await screenOut(ctx, row)) && returnedBy(ctx, row, link, null)
    const returnedAt = row.returnedAt ?? (await recordReturned(ctx, row.id, link.action))
    if (returnedAt === undefined) return undefined
    const reported = { ...row, returnedAt }
    return returnedBy(ctx, reported, link, await submitted(ctx, reported))
  })

/** Returns the code of a reported participant; null if the price asks for none. */
const codeOf = ({ secretKey }: Ctx, { executionDetailsSchema, offer, executor, returnedAt }: ReturnRow) =>
  returnedAt && hasCode(executionDetailsSchema) ? returnCode(secretKey, { offer, executor, returnedAt }) : null

function returnedBy(ctx: Ctx, row: ReturnRow, { action }: ReturnLink, execution: Id<'execution'> | null): Returned {
  const { id: reservation, offer, currency, screenOutUnits: paidUnits } = row
  if (action === 'screened-out')
    return {
      outcome: 'ScreenedOut',
      action,
      reservation,
      offer,
      execution: null,
      completionCode: null,
      paidUnits,
      currency,
    }
  return {
    outcome: execution === null ? 'FormNeeded' : 'Submitted',
    action,
    reservation,
    offer,
    execution,
    completionCode: codeOf(ctx, row),
    paidUnits: null,
    currency,
  }
}

/** Submits work that consists of its code and what was answered so far. Returns null if it needs more. */
async function submitted(ctx: Ctx, row: ReturnRow): Promise<Id<'execution'> | null> {
  const [completionCode, answers] = [codeOf(ctx, row), await answersSoFar(ctx, row.id)]
  const details = { ...(completionCode ? { completionCode } : {}), ...(answers ? { answers } : {}) }
  try {
    return (await submit(ctx, row.offer, { reservationId: row.id, details })).id
  } catch (error) {
    if (error instanceof Problem && needsMore.includes(error.type.code)) return null
    throw error
  }
}

const needsMore = ['validation_error', 'details_invalid']
