import { AccountNotFound } from '../../accounts/account.ts'
import { admitted } from '../../accounts/caller.ts'
import { openAccount } from '../../accounts/profile/actions.ts'
import { listSanctions } from '../../accounts/sanctions/actions.ts'
import { balanceOfAccount, earningsOfAccount } from '../../ledger/actions.ts'
import { offersByStatus } from '../../offers/list/actions.ts'
import { methodSharers } from '../../payments/withdrawals/actions-methods.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { countedMax, listed, type Page, type PageOf, pageOf, pageSizeMax } from '../../values/requests/page.ts'
import { advertiserReputationOf, executorReputationOf } from '../reputation/actions.ts'
import type { Overview, Work } from './account-overview.ts'
import { countWork, readWorkOf } from './sql.ts'

const inForce = ['InForce', 'Appealed', 'Upheld']

/** Returns an account's overview for an operator: identity, activity, money and sanctions. */
export async function openOverview(ctx: Ctx, id: Id<'account'>): Promise<Overview> {
  const { account, by: operator, now } = await openAccount(ctx, id)
  const [sanctions, balance, earnings, advertiser, executor, offers, reports, work, sharers] = await Promise.all([
    listSanctions(ctx, { account: String(id), status: inForce }, pageOf(1, pageSizeMax)),
    balanceOfAccount(ctx, id),
    earningsOfAccount(ctx, id),
    advertiserReputationOf(ctx, id),
    executorReputationOf(ctx, id),
    offersByStatus(ctx, id),
    countWork(ctx.db, 'advertiser', id, countedMax),
    countWork(ctx.db, 'executor', id, countedMax),
    methodSharers(ctx, id),
  ])
  const facts = { account, operator, now, balance, earnings, advertiser, executor, offers, reports, work, sharers }
  return { ...facts, sanctions: sanctions.items }
}

/** Returns a page of an executor's submissions, for an operator. */
export async function listWorkOf(ctx: Ctx, id: Id<'account'>, page: Page): Promise<PageOf<Work> & { now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readWorkOf(ctx.db, ctx.by, id, page))
  if (rows.length === 0) throw AccountNotFound({ accountId: id })
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}
