import { Type } from 'typebox'
import { decimalOf, type Units } from '../../values/money.ts'
import { arrayOf, instant, iso, nullable, text, whole } from '../../values/requests/schema.ts'
import type { BookCheck } from './books.ts'

const sum = (description: string) => Type.Number({ description })

const checkSchema = Type.Object(
  {
    checkedAtUtc: instant,
    ok: Type.Boolean({ description: 'Whether everything added up' }),
    accounts: nullable(Type.Integer({ description: 'Balances that were added up' })),
    transfers: nullable(whole),
    findings: arrayOf(text),
    sums: nullable(
      Type.Object({
        advertisersAvailable: sum('What advertisers have left to spend'),
        held: sum('What is held for offers'),
        executorsPending: sum('What executors have earned, and is not clear yet'),
        executorsAvailable: sum('What executors can withdraw'),
        executorsWithdrawing: sum('What is on its way out'),
        owedToExecutors: sum('The three before together'),
        fees: sum('What the marketplace has earned'),
        guarantee: sum('What the platform paid in the place of advertisers and has not got back'),
        cameIn: sum('What came in from outside, less what went back'),
        wentOut: sum('What was paid out'),
        total: sum('Everything together, which is zero where the books balance'),
      }),
    ),
  },
  { title: 'BookCheck' },
)

/** How the books were; null where nobody has added them up yet. */
export const booksSchema = Type.Object(
  { currency: Type.String({ description: 'ISO 4217' }), lastCheck: nullable(checkSchema) },
  { title: 'Books' },
)

export const serializeBooks = (check: BookCheck | undefined, currency: string) => ({
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

/** What came from outside is counted as what is missing there: shown with the sign that people expect. */
function serializeSums(sums: NonNullable<BookCheck['sums']>) {
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
