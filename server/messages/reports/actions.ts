import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { actorOf } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { ruleOf } from '../actions.ts'
import { MessageNotFound } from '../message.ts'
import {
  NoOpenMessageReport,
  type ReportedConversation,
  type ReportedMessage,
  type ReportInput,
  type ReportResult,
  reportsPerDayMax,
  TooManyMessageReports,
} from './message-report.ts'
import {
  endReport,
  insertReport,
  lockReporter,
  readAround,
  readReceived,
  readReported,
  readReportedMessage,
} from './sql.ts'

/** Reports a message that the caller received, once. Throws MessageNotFound, TooManyMessageReports. */
export async function reportMessage(ctx: Ctx, message: Id<'message'>, input: ReportInput): Promise<ReportResult> {
  const caller = await mayCall(ctx)
  ruleOf(input.side)(caller)
  const { callerAccount: reporter } = caller
  return ctx.db.transaction(async (db) => {
    await lockReporter(db, reporter)
    const found = await readReceived(db, message, input.side, reporter)
    if (!found) throw MessageNotFound({})
    if (found.existing !== null) return { id: found.existing, alreadyExists: true }
    if (found.recent >= reportsPerDayMax) throw TooManyMessageReports({ limit: reportsPerDayMax })
    const { id } = await insertReport(db, { ...input, message, reporter })
    return { id, alreadyExists: false }
  })
}

export const listReportedMessages = (ctx: Ctx, page: Page): Promise<PageOf<ReportedMessage>> =>
  listedFor(ctx, page, readReported(ctx.db.reads, ctx.by, page))

/** Returns a reported message with what was written around it. Throws NoOpenMessageReport. */
export async function openReportedMessage(ctx: Ctx, id: Id<'message'>): Promise<ReportedConversation> {
  const found = await foundFor(ctx, readReportedMessage(ctx.db, ctx.by, id), NoOpenMessageReport)
  return { ...found, around: await readAround(ctx.db, found.conversation, id) }
}

/** Decides on the report of a message. Upheld, its text is removed. Throws NoOpenMessageReport. */
export async function decideMessageReport(
  ctx: Ctx,
  id: Id<'message'>,
  outcome: 'Dismissed' | 'Upheld',
  given: string,
): Promise<ReportedConversation> {
  const reason = reasonOf(given)
  const by = actorOf(ctx.by, await mayCall(ctx))
  return ctx.db.transaction(async (db) => {
    const before = await openReportedMessage({ ...ctx, db }, id)
    if ((await endReport(db, { message: id, outcome, by, reason })) === 0) throw NoOpenMessageReport({})
    const around = await readAround(db, before.conversation, id)
    const message = around.find((each) => each.id === id)
    return { ...before, ...(message ?? {}), around }
  })
}
