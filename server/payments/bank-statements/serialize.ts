import { Type } from 'typebox'
import type { Problem } from '../../values/problems/problem.ts'
import { arrayOf, id, known, money, nullable, openObject, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import {
  type ConfirmedOutcome,
  confirmedMax,
  lineActions,
  lineReasons,
  lineStates,
  type Proposal,
} from './bank-statement.ts'

/** Maximum length of a statement in characters: with four bytes each, it fits into a body of 4 MiB. */
export const statementLengthMax = 1_000_000

export const statementBody = {
  camt: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: statementLengthMax,
        description: 'ISO 20022 camt.053.001.02 to .13, as text',
      }),
    ),
  ),
  csv: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: statementLengthMax,
        description: 'With a heading: date, amount, text; optional currency, name, endToEndId, bankReference',
      }),
    ),
  ),
}

export const confirmedLines = Type.Array(
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: 64, description: 'Of a line' }),
    accountId: Type.Optional(nullable(id)),
    withdrawalId: Type.Optional(nullable(id)),
    depositId: Type.Optional(
      nullable({ ...id, description: 'Of a line with SimilarDeposit: the deposit that was proposed' }),
    ),
    bookingRequestId: Type.Optional(
      nullable({ ...id, description: 'The same for a deposit that waits for a second operator' }),
    ),
  }),
  {
    minItems: 1,
    maxItems: confirmedMax,
    description: 'Lines with the account or withdrawal that was proposed, and the similar deposit if there was one',
  },
)

export const statementLineJson = serializer<Proposal>({ title: 'BankStatementLine' })({
  key: Type.String({ description: 'The same in every file that contains the line' }),
  line: Type.Integer({ description: 'Line number in the file' }),
  bookedOn: [Type.String({ description: 'Date on which the bank booked it; empty if it did not yet' }), 'bookedOn'],
  direction: known('BankStatementDirection', ['Credit', 'Debit'], 'Credit: money that arrived'),
  amount: [money, 'units'],
  currency: text,
  name: Type.String({ description: 'The other party, as the bank names it' }),
  text: Type.String({ description: 'What the payer wrote, in one line and cut' }),
  endToEndId: text,
  bankReference: Type.String({ description: 'The bank’s own reference; empty if it gives none' }),
  state: known('BankStatementLineState', lineStates, 'Exact and Doubtful lines can be confirmed'),
  reason: nullable(known('BankStatementLineReason', lineReasons, 'Why it is not exact')),
  accountId: [
    nullable(Type.Integer({ description: 'The advertiser that the reference names' })),
    ({ payer }) => payer?.account ?? null,
  ],
  email: [
    nullable(Type.String({ description: 'Of the advertiser or executor' })),
    ({ payer, withdrawal }) => payer?.email ?? withdrawal?.email ?? null,
  ],
  payerName: [
    nullable(Type.String({ description: 'As in the billing details of the advertiser' })),
    ({ payer }) => payer?.name ?? null,
  ],
  withdrawalId: [nullable(id), ({ withdrawal }) => withdrawal?.id ?? null],
  withdrawalStatus: [nullable(text), ({ withdrawal }) => withdrawal?.status ?? null],
  depositId: [nullable(Type.Integer({ description: 'The deposit that it booked, or a similar one' })), 'deposit'],
  bookingRequestId: [
    nullable(Type.Integer({ description: 'The request for a deposit that it made, or a similar one' })),
    'bookingRequest',
  ],
  allowedActions: [arrayOf(text), lineActions],
})

export const statementSchema = Type.Object(
  { currency: text, lines: Type.Array(statementLineJson.schema) },
  { title: 'BankStatement' },
)

export const serializeStatement = (lines: readonly Proposal[], currency: string) => ({
  currency,
  lines: lines.map((line) => statementLineJson.serialize(line)),
})

/** The outcome of each confirmed line, in the order of the request. */
export const confirmedSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        key: text,
        ok: Type.Boolean(),
        line: Type.Optional(statementLineJson.schema),
        problem: Type.Optional(openObject),
      }),
    ),
  },
  { title: 'ConfirmedBankStatementLines' },
)

/** `problemBody` serializes a refusal. */
export const serializeConfirmed = (
  outcomes: readonly ConfirmedOutcome[],
  problemBody: (problem: Problem) => Readonly<Record<string, unknown>>,
) => ({
  results: outcomes.map(({ key, proposal, problem }) => ({
    key,
    ok: problem === undefined,
    ...(proposal ? { line: statementLineJson.serialize(proposal) } : {}),
    ...(problem ? { problem: problemBody(problem) } : {}),
  })),
})
