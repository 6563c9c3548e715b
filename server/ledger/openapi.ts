import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Balance, Earnings, ListedTransaction } from './ledger.ts'
import { balanceJson, monthsJson, ownEarningsJson, transactionJson, weeksJson } from './serialize.ts'

const currency = 'USD'

export const balanceFacts: Balance = {
  account: idOf(17),
  availableUnits: 425_000n,
  heldUnits: 1_100_000n,
  debtUnits: 0n,
  lowThresholdUnits: 100_000n,
  updatedAt: at('09:00:00'),
}

export const earningsExample: Earnings = {
  availableUnits: 65_000n,
  pendingUnits: 15_000n,
  withdrawingUnits: 0n,
  debtUnits: 0n,
  nextClearingAt: at('18:20:00'),
  updatedAt: at('11:40:00'),
}

const chargeExample: ListedTransaction = {
  id: 70_331,
  kind: 'Charge',
  book: 'executor.pending',
  units: 5_000n,
  balanceAfterUnits: 15_000n,
  totalAfterUnits: 57_500n,
  offer: idOf(42),
  execution: idOf(501),
  reference: null,
  description: null,
  createdAt: at('11:40:00'),
  taskTitle: 'Find the opening hours of a museum',
  clearsAt: at('18:20:00'),
}
const holdExample: ListedTransaction = {
  ...chargeExample,
  id: 70_112,
  kind: 'Hold',
  book: 'advertiser.available',
  units: -1_100_000n,
  balanceAfterUnits: 425_000n,
  totalAfterUnits: 425_000n,
  execution: null,
  clearsAt: null,
  createdAt: at('09:00:00'),
}

export const balanceExample = balanceJson.serialize(balanceFacts, currency)
export const lowBalanceExample = balanceJson.serialize({ ...balanceFacts, availableUnits: 74_000n }, currency)

export const earningsDocs = docsIn('Earnings', {
  'GET /api/executor/balance': {
    id: 'getEarnings',
    summary: 'Read the earnings',
    about:
      'Earnings are `pending` during clearing, which is skipped from level 2 on; they become `available` the moment they are due. Withdrawals take from `available`, with a minimum of `withdrawalMinimum`. `debt` is what the account owes the platform as an advertiser and must be settled before a withdrawal.',
    answers: { 200: { earnings: ownEarningsJson.serialize({ ...earningsExample, withdrawalMinimum: 5 }, currency) } },
  },
  'GET /api/executor/balance/weeks': {
    id: 'listWeeksOfEarnings',
    summary: 'List your earnings in each of the last 12 weeks',
    about: 'Oldest first, with weeks without earnings. The last one is the current week.',
    answers: {
      200: {
        weeks: weeksJson.serialize(
          [
            { from: '2026-02-16', units: 0n },
            { from: '2026-02-23', units: 65_000n },
          ],
          currency,
        ),
      },
    },
  },
  'GET /api/executor/balance/months': {
    id: 'listMonthsOfEarnings',
    summary: 'List your earnings in each of the last 12 months, and of all time',
    about: 'Oldest first, with months without earnings. The last one is the current month.',
    answers: {
      200: {
        months: monthsJson.serialize(
          {
            totalUnits: 165_000n,
            months: [
              { from: '2026-01-01', units: 0n },
              { from: '2026-02-01', units: 65_000n },
            ],
          },
          currency,
        ),
      },
    },
  },
  'GET /api/executor/transactions': {
    id: 'listTransactions',
    summary: 'List ledger entries, newest first',
    about:
      'Each entry changes one `account`: `pending`, `available` or `withdrawing`. A clearing moves an amount from `pending` to `available`. With `perEvent`, accepted work, a bonus or a withdrawal is one entry.',
    answers: { 200: { page: transactionJson.serializePage(pageWith(chargeExample), currency) } },
  },
})

export const balanceDocs = docsIn('Balance', {
  'GET /v1/balance': {
    id: 'getBalance',
    summary: 'Read the balance',
    about:
      '`isLow` is true if less than `lowBalanceThreshold` is available; the event `balance.low` reports the change.',
    answers: { 200: { balance: balanceExample } },
  },
  'GET /v1/balance/transactions': {
    id: 'listTransactions',
    summary: 'List ledger entries of the account, newest first',
    about:
      'Filters combine. `search` finds part of the `reference` or the `description`, in any case. The balances after each entry count all entries, not only those that the filters leave.',
    answers: { 200: { page: transactionJson.serializePage(pageWith(holdExample), currency) } },
  },
})
