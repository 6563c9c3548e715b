import { mayCall } from '../../accounts/actions-callers.ts'
import { type AnyOffer, suspendOfferOnly } from '../../offers/lifecycle/actions.ts'
import type { Offer } from '../../offers/offer.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import { type Money, moneyOf } from '../../values/money.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { type Revocation, readRunning, revokeReservations } from '../sql-ending.ts'
import { revokedNotice } from './revocation-mail.ts'

const revokedAtOnceMax = 500

/** Suspends an offer as an operator and revokes its reservations, without any penalty for the executors. */
export async function suspendOffer(ctx: Ctx, { id, versions }: AnyOffer, given: string): Promise<Offer> {
  const { callerAccount } = await mayCall(ctx)
  const reason = reasonOf(given)
  return ctx.db.transaction(async (db) => {
    const offer = await suspendOfferOnly({ ...ctx, db }, { id, versions }, reason)
    const by = callerAccount === 0 ? null : callerAccount
    const revoked = await revokeAll(db, { offer: id, by, reason }, moneyOf(ctx.config))
    return { ...offer, reserved: offer.reserved - revoked, remaining: offer.remaining + revoked }
  })
}

const revokeAll = (db: Database, revocation: Revocation, money: Money): Promise<number> =>
  drainInBatches(revokedAtOnceMax, async (limit) => {
    const running = await readRunning(db, revocation.offer, limit)
    const revoked = running.length > 0 ? await revokeReservations(db, revocation, running, money) : []
    const mails = revoked.map(({ email, title, language }) => ({
      recipient: email,
      ...revokedNotice(title, revocation.reason, language),
    }))
    if (mails.length > 0) await recordMails(db, mails)
    return revoked.length
  })
