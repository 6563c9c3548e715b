import { Type } from 'typebox'
import type { Id } from '../../values/id.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, known, listOf, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { roles } from '../account.ts'
import type { ProfileChange } from '../profile/profile-change.ts'
import type { WholeAccount } from '../profile.ts'
import { profileGender, profileSchema, serializeMembers, serializeProfile } from '../serialize.ts'
import { operatorActions } from './management.ts'

export const managedAccountJson = serializer<WholeAccount, Id<'account'>>({ title: 'ManagedAccount' })({
  id,
  email: text,
  roles: arrayOf(known('Role', roles)),
  withheldRoles: Type.Unsafe<readonly string[]>({
    type: 'array',
    items: { type: 'string' },
    description: 'Roles removed by an operator; the account cannot add them again',
  }),
  language: text,
  status: known('AccountStatus', ['Active', 'Suspended']),
  statusReason: nullable(text),
  suspendedUntilUtc: nullable(
    Type.String({ format: 'date-time', description: 'null: not suspended, or without an end' }),
  ),
  createdAtUtc: instant,
  profile: [profileSchema, serializeProfile],
  allowedActions: [arrayOf(text), operatorActions],
})

export const serializeManagedList = (list: PageOf<WholeAccount> & { operator: Id<'account'> }) =>
  managedAccountJson.serializePage(list, list.operator)

const profileChangeSchema = Type.Object(
  {
    id,
    accountId: id,
    status: known(
      'ProfileChangeStatus',
      ['Pending', 'Approved', 'Rejected', 'Cancelled', 'Applied'],
      'Approved: takes effect when active reservations end',
    ),
    birthDate: Type.Optional(nullable(text)),
    countryId: Type.Optional(nullable(Type.Integer())),
    gender: Type.Optional(profileGender),
    requestedAtUtc: instant,
    appliesAtUtc: instant,
    allowedActions: arrayOf(text),
  },
  { title: 'ProfileChange' },
)
export const profileChangesSchema = listOf(profileChangeSchema)

export const serializeProfileChanges = (list: PageOf<ProfileChange>) =>
  mapItems(list, ({ id: change, account, status, members, requestedAt, dueAt }) => ({
    id: change,
    accountId: account,
    status,
    ...serializeMembers(members),
    requestedAtUtc: iso(requestedAt),
    appliesAtUtc: iso(dueAt),
    allowedActions: status === 'Pending' ? ['Approve', 'Reject'] : ['Reject'],
  }))
