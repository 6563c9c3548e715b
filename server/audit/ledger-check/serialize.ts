import { Type } from 'typebox'
import type { Book } from '../../ledger/ledger.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import { amount, arrayOf, instant, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { LedgerCheck } from './ledger-check.ts'

type Sum = readonly [description: string, units: (of: (book: Book) => Units, total: Units) => Units]

/** The sums by public name. External books are shown with the sign reversed: money from outside is booked there as negative. */
const sums = {
  advertisersAvailable: ['Available balances of advertisers', (of) => of('advertiser.available')],
  held: ['Money held for offers', (of) => of('advertiser.held')],
  executorsPending: ['Pending earnings of executors', (of) => of('executor.pending')],
  executorsAvailable: ['Available earnings of executors', (of) => of('executor.available')],
  executorsWithdrawing: ['Earnings in open withdrawals', (of) => of('executor.withdrawing')],
  owedToExecutors: [
    'Sum of the previous three',
    (of) => of('executor.pending') + of('executor.available') + of('executor.withdrawing'),
  ],
  fees: ['Fees earned by the marketplace', (of) => of('platform.revenue')],
  guarantee: ['Platform coverage that advertisers still owe', (of) => -of('platform.guarantee')],
  cameIn: ['Deposits minus refunds', (of) => -of('external.in')],
  wentOut: ['Paid out', (of) => of('external.out')],
  total: ['Sum of all books; zero if they balance', (_, total) => total],
} satisfies Record<string, Sum>

const ofEachSum = <Value>(pick: (sum: Sum) => Value) =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, pick(sum)])) as Record<keyof typeof sums, Value>

const checkJson = serializer<LedgerCheck>({ title: 'BookCheck' })({
  checkedAtUtc: instant,
  ok: Type.Boolean({ description: 'Whether the books balanced' }),
  accounts: nullable(Type.Integer({ description: 'Number of balances verified' })),
  transfers: nullable(whole),
  findings: [arrayOf(text), 'mismatches'],
  sums: [
    nullable(Type.Object(ofEachSum(([description]) => amount({ description })))),
    ({ sums }) => sums && serializeSums(sums),
  ],
})

/** The latest check; null if none has run yet. */
export const ledgerCheckSchema = Type.Object(
  { currency: Type.String({ description: 'ISO 4217' }), lastCheck: nullable(checkJson.schema) },
  { title: 'Books' },
)

export const serializeLedgerCheck = (check: LedgerCheck | undefined, currency: string) => ({
  currency,
  lastCheck: check ? checkJson.serialize(check) : null,
})

function serializeSums(stored: NonNullable<LedgerCheck['sums']>) {
  const total = Object.values(stored).reduce((all, units) => all + BigInt(units), 0n)
  return ofEachSum(([, units]) => decimalOf(units((book) => BigInt(stored[book] ?? 0), total)))
}
