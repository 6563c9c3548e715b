import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import type { Problem } from '../../values/problems/problem.ts'
import {
  amount,
  arrayOf,
  id,
  instant,
  known,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { expectedPayDate, workingDaysMax } from './pay-days.ts'
import {
  actionsOn,
  type OperatorWithdrawal,
  operatorActions,
  type Withdrawal,
  type WithdrawalOptions,
  withdrawalStatuses,
} from './withdrawal.ts'
import { memberLengthMax, methodTypes } from './withdrawal-method.ts'

const member = (description: string) =>
  Type.Optional(nullable(Type.String({ maxLength: memberLengthMax, description })))
/** Payment details for a withdrawal or refund. */
export const methodBody = Type.Object({
  type: Type.Enum([...methodTypes]),
  holder: member('Account holder; required for Bank and LocalBank'),
  iban: member('For Bank: the IBAN, with valid check digits'),
  bic: member('For Bank, if required'),
  accountNumber: member('For LocalBank'),
  bankCode: member('For LocalBank: routing number, sort code, BSB …'),
  bankName: member('For LocalBank, optional'),
  country: member('For LocalBank: ISO 3166-1, two letters'),
  email: member('For PayPal'),
})

const method = Type.Object({
  type: Type.String({ enum: methodTypes }),
  hint: Type.String({ description: 'A hint of the destination: …3000' }),
})
const payDate = (description: string) =>
  Type.String({ format: 'date', description: `${description}, in UTC; absent: the operator does not say` })

export const withdrawalJson = serializer<Withdrawal>({ title: 'Withdrawal' })({
  id,
  status: known('WithdrawalStatus', withdrawalStatuses),
  amount: [amount({ description: 'Rounded down to what the currency can pay out' }), 'units'],
  currency: text,
  method: [method, (withdrawal) => ({ type: withdrawal.method, hint: withdrawal.hint })],
  reason: nullable(Type.String({ description: 'Reason for failure' })),
  reference: nullable(Type.String({ description: "The bank's reference for the payment" })),
  allowedActions: [arrayOf(text), (withdrawal) => actionsOn(withdrawal, 'executor')],
  version: whole,
  requestedAtUtc: instant,
  waitsUntilUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'The first withdrawal to a payout account is not approved before; null: it was used before',
    }),
  ),
  expectedPayDate: [
    Type.Optional(Type.Unsafe<string | undefined>(payDate('When an open withdrawal is expected to be paid'))),
    expectedPayDate,
  ],
  approvedAtUtc: nullable(instant),
  endedAtUtc: nullable(instant),
  updatedAtUtc: instant,
})

export const payDaysMembers = {
  weekdays: Type.Unsafe<readonly number[]>(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      uniqueItems: true,
      description: 'Days of the week on which withdrawals are paid, 1 for Monday; empty: Monday to Friday',
    }),
  ),
  workingDays: Type.Integer({
    minimum: 0,
    maximum: workingDaysMax,
    description:
      'Working days, Monday to Friday, from the request or the end of its wait to the first possible payment',
  }),
}

const savedJson = serializer<NonNullable<WithdrawalOptions['saved']>>({ title: 'SavedPayoutAccount' })({
  id: [id, 'id'],
  type: [Type.String({ enum: methodTypes }), 'method'],
  hint: Type.String({ description: 'A hint of the destination: …3000' }),
  usedAtUtc: instant,
})
export const withdrawalOptionsJson = serializer<WithdrawalOptions>({ title: 'WithdrawalOptions' })({
  savedAccount: [nullable(savedJson.schema), ({ saved }) => saved && savedJson.serialize(saved)],
  typicalPayoutSeconds: [
    nullable(
      Type.Integer({
        description:
          'Eight in ten of the newest withdrawals were paid within this time; null: fewer than three were paid',
      }),
    ),
    'typicalSeconds',
  ],
  payDays: [
    Type.Optional(
      Type.Unsafe<WithdrawalOptions['payDays'] | undefined>(
        Type.Object(
          {
            ...payDaysMembers,
            expectedDate: payDate('When a withdrawal is expected to be paid that is requested now'),
            expectedDateNewAccount: payDate('The same to a payout account that was not used before'),
          },
          { title: 'PayDays', description: 'When withdrawals are paid; absent: the operator does not say' },
        ),
      ),
    ),
    ({ payDays }) => payDays ?? undefined,
  ],
})

/** The same for operators, with its executor and payout. */
export const operatorWithdrawalJson = serializer<OperatorWithdrawal>({ title: 'OperatorWithdrawal' })({
  ...withdrawalJson.members,
  allowedActions: [arrayOf(text), operatorActions],
  executorId: [id, 'executor'],
  executorEmail: text,
  executorStatus: known('ExecutorStatus', ['Active', 'Suspended', 'Closed']),
  holder: nullable(Type.String({ description: 'The account holder, if the method names one' })),
  paidBefore: [
    Type.Object({ count: whole, amount: money }, { description: 'What earlier withdrawals of the executor paid' }),
    ({ paidCount, paidUnits }) => ({ count: paidCount, amount: decimalOf(paidUnits) }),
  ],
  isNewMethod: Type.Boolean({ description: 'Whether nothing was paid to this payout account of the executor before' }),
  payoutId: [nullable(id), 'payout'],
  sharedWith: [
    Type.Array(id, { description: 'Other executors with the same payout account, up to 20' }),
    ({ sharedWith }) => [...sharedWith],
  ],
  sharedWithEmails: [arrayOf(text), ({ sharedEmails }) => [...sharedEmails]],
  executorDebt: [
    amount({ description: 'Debt of the executor to the platform; above 0 prevents approval' }),
    'debtUnits',
  ],
})

type Marked = {
  readonly changesTo?: 'Paid' | 'Failed' | null
  readonly id: number
  readonly line?: number
  readonly withdrawal?: Withdrawal
  readonly problem?: Problem
}

const markedTotal = Type.Object({ count: Type.Integer(), amount: money })

/** The outcome of each result, in the order of the request. */
export const markedSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        line: Type.Optional(Type.Integer({ description: 'Line number in a CSV' })),
        ok: Type.Boolean(),
        status: nullable(
          known('WithdrawalStatus', withdrawalStatuses, 'Current status of the withdrawal; null if there is none'),
        ),
        problem: Type.Optional(openObject),
      }),
    ),
    totals: Type.Optional(
      Type.Object(
        {
          paid: markedTotal,
          failed: markedTotal,
          unchanged: Type.Integer({ description: 'Withdrawals that have the result already' }),
          refused: Type.Integer(),
          currency: text,
        },
        { description: 'Of a preview: what would change' },
      ),
    ),
  },
  { title: 'MarkedWithdrawals' },
)

/** Serializes results that were not written, with totals. */
export const serializePreview = (
  previewed: readonly Marked[],
  currency: string,
  problemBody: (problem: Problem) => Readonly<Record<string, unknown>>,
) => ({
  ...serializeMarked(previewed, problemBody),
  totals: {
    paid: totalOf(previewed, 'Paid'),
    failed: totalOf(previewed, 'Failed'),
    unchanged: previewed.filter(({ changesTo }) => changesTo === null).length,
    refused: previewed.filter(({ problem }) => problem).length,
    currency,
  },
})

function totalOf(previewed: readonly Marked[], status: 'Paid' | 'Failed') {
  const changing = previewed.filter(({ changesTo }) => changesTo === status)
  const units = changing.reduce((sum, { withdrawal }) => sum + (withdrawal?.units ?? 0n), 0n)
  return { count: changing.length, amount: decimalOf(units) }
}

/** `problemBody` serializes a refusal. */
export const serializeMarked = (
  marked: readonly Marked[],
  problemBody: (problem: Problem) => Readonly<Record<string, unknown>>,
) => ({
  results: marked.map(({ id: withdrawal, line, withdrawal: known, problem }) => ({
    id: withdrawal,
    ...(line === undefined ? {} : { line }),
    ok: problem === undefined,
    status: known?.status ?? (problem?.extras['currentStatus'] as string | undefined) ?? null,
    ...(problem ? { problem: problemBody(problem) } : {}),
  })),
})
