import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { Sanction } from './sanctions.ts'
import { serializeSanction, serializeSanctions } from './serialize.ts'

const now = at('11:00:00')

const barred: Sanction = {
  id: idOf(12),
  account: idOf(23),
  email: 'maria@example.com',
  kind: 'NoReservations',
  code: 'WorkAbandoned',
  reason: 'Twelve reservations of this week ended without work.',
  status: 'InForce',
  endsAt: new Date('2026-03-08T10:00:00.000Z'),
  appeal: null,
  appealedAt: null,
  answer: null,
  answeredAt: null,
  createdAt: at('10:00:00'),
  updatedAt: at('10:00:00'),
}
const statement = 'My connection was down for two days; I have a new one.'
const appealed: Sanction = { ...barred, status: 'Appealed', appeal: statement, appealedAt: now, updatedAt: now }
const answered = { ...appealed, answeredAt: now }
const upheld: Sanction = { ...answered, status: 'Upheld', answer: 'It was the third time.' }
/** A sanction whose appeal was granted. */
export const lifted = serializeSanction(
  { ...answered, status: 'Lifted', answer: 'We could see the outage.' },
  'operator',
  now,
)

export const sanctionDocs = docsIn('Sanctions', {
  'GET /api/account/sanctions': {
    id: 'listSanctions',
    summary: "List the account's sanctions, newest first",
    about: 'Also for suspended accounts. A sanction ends at `endsAtUtc`; null: when an operator lifts it.',
    answers: { 200: { page: serializeSanctions({ ...pageWith(barred), now }, 'account') } },
  },
  'POST /api/account/sanctions/:id/appeal': {
    id: 'appealSanction',
    summary: 'Appeal against a sanction, once',
    about: 'The sanction stays in force until an operator lifts it. Also for suspended accounts.',
    body: { appeal: { statement } },
    answers: { 200: { appealed: serializeSanction(appealed, 'account', now) } },
    problems: ['sanction_not_found', 'sanction_state_conflict'],
  },
})

export const sanctionOperatorDocs = docsIn('Sanctions', {
  'GET /api/operator/sanctions': {
    id: 'listSanctionsAsOperator',
    summary: 'List sanctions, newest first',
    about: 'Default: sanctions in force; with `accountId`, all of that account.',
    answers: { 200: { page: serializeSanctions({ ...pageWith(appealed), now }, 'operator') } },
  },
  'POST /api/operator/sanctions': {
    id: 'imposeSanction',
    summary: 'Impose a sanction on an account',
    about:
      'Bars the account from reserving, from submitting offers or from everything; a `Warning` bars from nothing. In force at once, until `endsAtUtc` or until lifted. The account can appeal once.',
    body: {
      week: {
        accountId: 23,
        kind: barred.kind,
        code: barred.code,
        reason: barred.reason,
        endsAtUtc: '2026-03-08T10:00:00.000Z',
      },
    },
    answers: { 200: { imposed: serializeSanction(barred, 'operator', now) } },
    problems: ['account_not_found'],
  },
  'POST /api/operator/sanctions/:id/uphold': {
    id: 'upholdSanction',
    summary: 'Reject an appeal',
    body: { reason: { reason: upheld.answer } },
    answers: { 200: { sanction: serializeSanction(upheld, 'operator', now) } },
    problems: ['sanction_not_found', 'sanction_state_conflict'],
  },
})
