import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { WholeAccount } from '../profile.ts'
import { ownAccountJson } from '../serialize.ts'

/** The executor used in all examples. */
export const anna: WholeAccount = {
  id: idOf(23),
  email: 'anna@example.com',
  roles: ['Executor'],
  withheldRoles: [],
  language: 'en',
  status: 'Active',
  statusReason: null,
  suspendedUntil: null,
  createdAt: at('08:00:00'),
  hasProfile: true,
  isProfileUsed: true,
  waitingMembers: null,
  waitingSince: null,
  waitingUntil: null,
  nickname: 'Swift Heron',
  birthDate: '1990-01-31',
  country: 276,
  gender: 'Female',
  languages: ['de', 'en'],
  languageLevels: {},
}
const both: WholeAccount = { ...anna, roles: ['Executor', 'Advertiser'] }

export const accountDocs = docsIn('Account', {
  'GET /api/account': {
    id: 'getAccount',
    summary: 'Read your account',
    about: 'Also for suspended accounts.',
    answers: { 200: { account: ownAccountJson.serialize(anna) } },
  },
  'PATCH /api/account': {
    id: 'updateAccount',
    summary: 'Change the language or the executor profile',
    about:
      'Omitted members stay unchanged; null removes a value. Eligibility follows immediately. After the first reservation, a change of birthDate, countryId or gender waits `PROFILE_CHANGE_DAYS` (30) or for an operator, as `profile.pendingChange`. Missing values are added immediately.',
    body: {
      language: { language: 'de' },
      profile: {
        profile: {
          nickname: 'Swift Heron',
          birthDate: '1990-01-31',
          countryId: 276,
          gender: null,
          languages: ['de', 'en'],
        },
      },
    },
    answers: { 200: { changed: ownAccountJson.serialize({ ...anna, language: 'de' }) } },
    problems: ['executor_not_found'],
  },
  'DELETE /api/account/profile-change': {
    id: 'cancelProfileChange',
    summary: 'Cancel a pending profile change',
    answers: { 200: { unchanged: ownAccountJson.serialize(anna) } },
    problems: ['profile_change_not_found'],
  },
  'POST /api/account/roles': {
    id: 'addRole',
    summary: 'Add the role Advertiser or Executor',
    about:
      'Changes nothing if the account has the role. An access token is limited to the roles it was issued for: issue another one for the new role.',
    body: { advertiser: { role: 'Advertiser' } },
    answers: { 200: { both: ownAccountJson.serialize(both) } },
    problems: ['role_withheld'],
  },
})
