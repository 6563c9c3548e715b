import { depositReferenceOf } from '../../../server/accounts/deposit-reference.ts'
import { sql } from '../../../server/platform/sql.ts'
import { idOf } from '../../../server/values/id.ts'
import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'
import { camt } from '../../support/scenarios/bank-statements.ts'
import { approved, bank, noWithdrawal, payout, withdrawal } from '../../support/scenarios/earnings.ts'
import type { Ready } from './ready.ts'

export const requestedId = ({ market, executor }: Callers) => withdrawal(market, executor)
export const approvedId = ({ market, executor }: Callers) => approved(market, executor)
export const payoutId = ({ market, executor }: Callers) => payout(market, executor)
export async function withdrawing({ market, executor }: Callers): Promise<Ready> {
  await noWithdrawal(market, executor)
  return { body: { amount: 5, method: bank } }
}
export const toMark = async (callers: Callers): Promise<Ready> => ({
  body: { results: [{ id: await approvedId(callers), status: 'Paid', reference: 'SEPA 77' }] },
})
export const requested = async (callers: Callers): Promise<Ready> => ({ id: await requestedId(callers) })
export const refusedBy = async () => ({ reason: 'The bank knows no such account.' })
export const paidBy = async () => ({ reference: 'SEPA 77' })

let holders = 0
export const bankAccountEdit = async (): Promise<Ready> => ({
  body: { holder: `Nimble Tasks ${++holders}`, iban: 'DE02120300000000202051' },
})

/** A bank statement with a deposit of the advertiser that no other test has. */
export const statement = async ({ market, advertiser }: Callers): Promise<Ready> => {
  const { today } = await market.ctx.db.one<{ today: string }>(sql`select ${market.ctx.db.now()}::date::text as today`)
  const text = `Deposit ${depositReferenceOf(idOf(advertiser.id))}`
  return { body: { camt: camt([{ amount: `${++holders}`, date: today, text, reference: `bank ${holders}` }]) } }
}

export const statementToConfirm = async (callers: Callers): Promise<Ready> => {
  const { body } = await statement(callers)
  const { lines } = expectOk(await callers.operator.a.post('/api/operator/bank-statements/lines', body))
  return { body: { ...(body as object), lines: [{ key: lines[0].key, accountId: callers.advertiser.id }] } }
}

export const ofAnyKind = async () => ({ kind: 'Any' })
