import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { anna } from '../profile/openapi.ts'
import type { ProfileChange } from '../profile/profile-change.ts'
import { managedAccountJson, serializeManagedList, serializeProfileChanges } from './serialize.ts'

const operator = idOf<'account'>(2)

export const accountOperatorDocs = docsIn('Accounts', {
  'GET /api/operator/accounts': {
    id: 'listAccounts',
    summary: 'List accounts, newest first',
    answers: { 200: { page: serializeManagedList({ ...pageWith(anna), operator }) } },
  },
  'POST /api/operator/accounts/:accountId/nickname/remove': {
    id: 'removeNickname',
    summary: 'Remove the nickname of an executor',
    about: 'The account cannot choose it again. Changes nothing if it has none.',
    body: { offensive: { reason: 'It is an insult.' } },
    answers: { 200: { removed: managedAccountJson.serialize({ ...anna, nickname: null }, operator) } },
    problems: ['account_not_found'],
  },
})

const problems = ['profile_change_not_found']
const change: ProfileChange = {
  id: idOf(7),
  account: anna.id,
  members: { country: 840 },
  status: 'Pending',
  requestedAt: at('09:00:00'),
  dueAt: at('10:00:00'),
}

export const profileChangeDocs = docsIn('Accounts', {
  'GET /api/operator/profile-changes': {
    id: 'listProfileChanges',
    summary: 'List pending profile changes, newest first',
    answers: { 200: { page: serializeProfileChanges(pageWith(change)) } },
  },
  'POST /api/operator/accounts/:accountId/profile-change/approve': {
    id: 'approveProfileChange',
    summary: 'Approve a profile change',
    about:
      'If the executor has an active reservation, it takes effect when that ends. With `requestedAtUtc` it decides on the change that you read, not on a later one.',
    body: { read: { requestedAtUtc: change.requestedAt.toISOString() } },
    answers: { 200: { changed: managedAccountJson.serialize({ ...anna, country: 840 }, operator) } },
    problems,
  },
  'POST /api/operator/accounts/:accountId/profile-change/reject': {
    id: 'rejectProfileChange',
    summary: 'Reject a profile change',
    body: { reason: { reason: 'The documents name another country.' } },
    answers: { 200: { unchanged: managedAccountJson.serialize(anna, operator) } },
    problems,
  },
})
