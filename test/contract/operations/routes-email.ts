import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { type Operation, settings } from './operation.ts'
import { confirmed, nothing, type Ready } from './ready.ts'

let serial = 0
const newAddress = () => ({ email: `address${++serial}@example.com` })

/** Returns a recently confirmed session of an account without a pending address change. */
async function ownAddress(callers: Callers): Promise<Ready> {
  await callers.market.ctx.db.run(sql`delete from email_changes`)
  await callers.market.ctx.db.run(sql`delete from sign_in_guesses where starts_with(subject, 'email changes')`)
  return { ...(await confirmed(callers)), body: newAddress() }
}

/** Returns the advertiser's pending address change. */
async function changeUnderWay({ market, advertiser }: Callers): Promise<Ready> {
  await market.ctx.db.run(sql`
    insert into email_changes (account, status, old_email, new_email, old_hash, requested_by, requested_at, expires_at)
    select id, 'Requested', email, 'asked@example.com', ''::bytea, id, now(), now() + interval '90 days' from accounts
    where id = ${advertiser.id}::bigint
    on conflict (account) where status = 'Requested' do nothing`)
  return {}
}

/** Operations on e-mail addresses. */
export const emailOperations: readonly Operation[] = [
  settings('GET /email', nothing),
  settings('POST /email', ownAddress),
  settings('DELETE /email', changeUnderWay, { again: '404 email_change_not_found' }),
]
