import { Type } from 'typebox'
import { decimalOf, type Units } from '../../values/money.ts'
import { arrayOf, instant, iso, nullable, text, whole } from '../../values/requests/schema.ts'
import type { LedgerCheck } from './ledger-check.ts'

const sum = (description: string) => Type.Number({ description })

const checkSchema = Type.Object(
  {
    checkedAtUtc: instant,
    ok: Type.Boolean({ description: 'Whether the books balanced' }),
    accounts: nullable(Type.Integer({ description: 'Number of balances verified' })),
    transfers: nullable(whole),
    findings: arrayOf(text),
    sums: nullable(
      Type.Object({
        advertisersAvailable: sum('Available balances of advertisers'),
        held: sum('Money held for offers'),
        executorsPending: sum('Pending earnings of executors'),
        executorsAvailable: sum('Available earnings of executors'),
        executorsWithdrawing: sum('Earnings in open withdrawals'),
        owedToExecutors: sum('Sum of the previous three'),
        fees: sum('Fees earned by the marketplace'),
        guarantee: sum('Platform coverage that advertisers still owe'),
        cameIn: sum('Deposits minus refunds'),
        wentOut: sum('Paid out'),
        total: sum('Sum of all books; zero if they balance'),
      }),
    ),
  },
  { title: 'BookCheck' },
)

/** The latest check; null if none has run yet. */
export const ledgerCheckSchema = Type.Object(
  { currency: Type.String({ description: 'ISO 4217' }), lastCheck: nullable(checkSchema) },
  { title: 'Books' },
)

export const serializeLedgerCheck = (check: LedgerCheck | undefined, currency: string) => ({
  currency,
  lastCheck: check
    ? {
        checkedAtUtc: iso(check.checkedAt),
        ok: check.ok,
        accounts: check.accounts,
        transfers: check.transfers,
        findings: check.mismatches,
        sums: check.sums && serializeSums(check.sums),
      }
    : null,
})

/** Shows external books with the sign reversed: money from outside is booked there as negative. */
function serializeSums(sums: NonNullable<LedgerCheck['sums']>) {
  const of = (book: keyof typeof sums): Units => BigInt(sums[book] ?? 0)
  const owed = of('executor.pending') + of('executor.available') + of('executor.withdrawing')
  return {
    advertisersAvailable: decimalOf(of('advertiser.available')),
    held: decimalOf(of('advertiser.held')),
    executorsPending: decimalOf(of('executor.pending')),
    executorsAvailable: decimalOf(of('executor.available')),
    executorsWithdrawing: decimalOf(of('executor.withdrawing')),
    owedToExecutors: decimalOf(owed),
    fees: decimalOf(of('platform.revenue')),
    guarantee: decimalOf(-of('platform.guarantee')),
    cameIn: decimalOf(-of('external.in')),
    wentOut: decimalOf(of('external.out')),
    total: decimalOf(Object.values(sums).reduce((total, units) => total + BigInt(units), 0n)),
  }
}
