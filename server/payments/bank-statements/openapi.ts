import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { type Proposal, StatementLineChanged } from './bank-statement.ts'
import { serializeConfirmed, serializeStatement } from './serialize.ts'

const arrived: Proposal = {
  key: '7f3a9c41d2e85b60a1b2c3d4e5f60718',
  line: 2,
  account: null,
  bookedOn: '2026-03-02',
  direction: 'Credit',
  units: 2_500_000n,
  currency: 'USD',
  name: 'Corner Bakery Ltd',
  text: 'Deposit D-17-47',
  endToEndId: '',
  bankReference: '2026030200017',
  part: 0,
  obstacle: null,
  isRepeated: false,
  state: 'Exact',
  reason: null,
  payer: { account: idOf(17), email: 'anna@example.com', name: 'Corner Bakery Ltd' },
  withdrawal: null,
  deposit: null,
  bookingRequest: null,
  isOwn: false,
}
const left: Proposal = {
  ...arrived,
  key: '0b6e4f9c41d2e85b60a1b2c3d4e5f607',
  line: 3,
  direction: 'Debit',
  units: 125_000n,
  name: 'Maria Muster',
  text: 'Withdrawal 310',
  endToEndId: 'W-310-41',
  bankReference: '2026030200018',
  payer: null,
  withdrawal: {
    id: idOf(310),
    executor: idOf(23),
    email: 'maria@example.com',
    units: 125_000n,
    currency: 'USD',
    status: 'Processing',
    key: null,
  },
}
const booked: Proposal = { ...arrived, state: 'Booked', deposit: idOf(301) }
const changed = StatementLineChanged({ state: 'Unmatched', reason: 'NotInPayment' })
const csv = 'date,amount,text\r\n2026-03-02,250,Deposit D-17-47\r\n'

export const bankStatementDocs = docsIn('Payouts', {
  'POST /api/operator/bank-statements/lines': {
    id: 'previewBankStatement',
    summary: 'Read a bank statement, and see which deposits and withdrawals it pays',
    about:
      'As `camt` (ISO 20022 camt.053) or `csv`. Nothing is stored or booked. Money that arrived is matched by the reference of the advertiser, money that left by that of the withdrawal. `state` says what a line is, `reason` why it is not exact. Lines that were confirmed before, from this or another file, are `Booked`.',
    body: { csv: { csv } },
    answers: { 200: { lines: serializeStatement([arrived, left], 'USD') } },
  },
  'POST /api/operator/bank-statements/confirm': {
    id: 'confirmBankStatement',
    summary: 'Book lines of a bank statement as proposed',
    about:
      'Send the same statement again, with up to 100 `lines` and the account or withdrawal that was proposed for each, and for `SimilarDeposit` the deposit or booking request: one that was booked since is not booked again. Deposits are booked as by `POST /api/operator/deposits`, so above `BOOKING_APPROVAL_ABOVE` another operator must approve them; withdrawals are marked as paid. Each line succeeds or fails on its own; repeating is safe, because a line is booked once.',
    body: { one: { csv, lines: [{ key: arrived.key, accountId: 17 }] } },
    answers: {
      200: {
        confirmed: serializeConfirmed(
          [
            { key: booked.key, proposal: booked },
            { key: left.key, problem: changed },
          ],
          ({ type, detail }) => ({ code: type.code, detail }),
        ),
      },
    },
  },
})
