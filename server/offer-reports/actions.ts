import { listedFor, mayCall } from '../accounts/actions-callers.ts'
import { actorOf } from '../accounts/caller.ts'
import type { AssignedFilter } from '../accounts/desk-subject.ts'
import { openOfferDetail } from '../executions/offer-detail/actions.ts'
import { pauseReported, transitionAny } from '../offers/lifecycle/actions.ts'
import { openForModeration } from '../offers/moderation/actions.ts'
import { type Offer, OfferNotFound, OwnOffer } from '../offers/offer.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { suspendOffer } from '../reservations/suspension/actions.ts'
import type { Id } from '../values/id.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import {
  mustPause,
  NoOpenOfferReports,
  type ReportCode,
  type ReportedOffer,
  reportedCode,
  reportedMessage,
  reporterRules,
  TooManyOfferReports,
} from './offer-report.ts'
import { endReports, insertReport, lockReported, readReported, reportFacts } from './sql.ts'

type OfferReportInput = { readonly code: ReportCode; readonly comment: string | null }
type ReportResult = { readonly id: Id<'offerReport'>; readonly alreadyExists: boolean }

/** Reports an offer that the executor can open, once. Enough reports by reputable executors pause it until an operator decides. */
export async function reportOffer(ctx: Ctx, offer: Id<'offer'>, input: OfferReportInput): Promise<ReportResult> {
  const { advertiser } = await openOfferDetail(ctx, offer)
  const { callerAccount: reporter } = await mayCall(ctx)
  if (advertiser === reporter) throw OwnOffer({})
  const report = { offer, reporter, ...input }
  return ctx.db.transaction(async (db) => {
    const state = await lockReported(db, offer)
    if (!state) throw OfferNotFound({})
    const { existing, recentReports, counts } = await reportFacts(db, report, reporterRules)
    if (existing !== null) return { id: existing, alreadyExists: true }
    const { offerReportsPerDay: limit, offerReportsPause } = ctx.config
    if (recentReports >= limit) throw TooManyOfferReports({ limit })
    const { id, ...known } = await insertReport(db, report, counts)
    if (mustPause({ ...known, ...state }, offerReportsPause))
      await pauseReported({ ...ctx, db }, offer, { code: reportedCode, message: reportedMessage })
    return { id, alreadyExists: false }
  })
}

/** Returns a page of the offers with open reports, by offer. */
export const listReported = (
  ctx: Ctx,
  assigned: AssignedFilter | undefined,
  page: Page,
): Promise<PageOf<ReportedOffer>> => listedFor(ctx, page, readReported(ctx.db.reads, ctx.by, assigned, page))

/** Dismisses the reports as an operator: closes them, and resumes an offer that they paused. */
export const dismissReports = (ctx: Ctx, request: DecisionRequest): Promise<Offer> =>
  decideReports(ctx, request, 'Dismissed')

/** Upholds the reports as an operator: suspends the offer, and revokes its reservations without penalty. */
export const upholdReports = (ctx: Ctx, request: DecisionRequest): Promise<Offer> =>
  decideReports(ctx, request, 'Upheld')

type DecisionRequest = { readonly offer: Id<'offer'>; readonly reason: string; readonly versions?: Versions }

async function decideReports(
  ctx: Ctx,
  { offer, versions, reason: requestedReason }: DecisionRequest,
  outcome: 'Dismissed' | 'Upheld',
): Promise<Offer> {
  const reason = reasonOf(requestedReason)
  const by = actorOf(ctx.by, await mayCall(ctx))
  return ctx.db.transaction(async (db) => {
    await lockReported(db, offer)
    const { ended } = await endReports(db, { offer, by, reason, outcome })
    if (ended === 0) throw NoOpenOfferReports({})
    return outcome === 'Upheld'
      ? suspendOffer({ ...ctx, db }, { id: offer, versions }, reason)
      : resumeReported({ ...ctx, db }, offer, versions)
  })
}

/** Resumes an offer that reports paused; other pauses stay. */
async function resumeReported(ctx: Ctx, id: Id<'offer'>, versions: Versions): Promise<Offer> {
  // Its state is locked, so this is the version that the decision is about.
  const offer = await openForModeration(ctx, id)
  mustBeVersion(offer, versions)
  const isPausedByReports = offer.status === 'Paused' && offer.statusReason?.code === reportedCode
  return isPausedByReports ? transitionAny(ctx, { id, versions }, 'resume') : offer
}
