import { Type } from 'typebox'
import type { Id } from '../../values/id.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import type { ProfileChange } from '../profile/profile-change.ts'
import type { WholeAccount } from '../profile.ts'
import { profileSchema, serializeMembers, serializeProfile } from '../serialize.ts'
import { operatorActions } from './management.ts'

export const managedSchema = Type.Object(
  {
    id,
    email: text,
    roles: arrayOf(text),
    withheldRoles: Type.Unsafe<readonly string[]>({
      type: 'array',
      items: { type: 'string' },
      description: 'Roles removed by an operator; the account cannot add them again',
    }),
    language: text,
    status: Type.String({ description: 'Active or Suspended' }),
    statusReason: nullable(text),
    suspendedUntilUtc: nullable(
      Type.String({ format: 'date-time', description: 'null: not suspended, or without an end' }),
    ),
    createdAtUtc: instant,
    profile: profileSchema,
    allowedActions: arrayOf(text),
  },
  { title: 'ManagedAccount' },
)
export const managedListSchema = listOf(managedSchema)

export const serializeManaged = (account: WholeAccount, operator: Id<'account'>) => ({
  id: account.id,
  email: account.email,
  roles: account.roles,
  withheldRoles: account.withheldRoles,
  language: account.language,
  status: account.status,
  statusReason: account.statusReason,
  suspendedUntilUtc: isoOrNull(account.suspendedUntil),
  createdAtUtc: iso(account.createdAt),
  profile: serializeProfile(account),
  allowedActions: operatorActions(account, operator),
})

export const serializeManagedList = ({ operator, ...list }: PageOf<WholeAccount> & { operator: Id<'account'> }) =>
  mapItems(list, (account) => serializeManaged(account, operator))

const profileChangeSchema = Type.Object(
  {
    id,
    accountId: id,
    status: Type.String({ description: 'Pending; or Approved: takes effect when active reservations end' }),
    birthDate: Type.Optional(nullable(text)),
    countryId: Type.Optional(nullable(Type.Integer())),
    gender: Type.Optional(nullable(text)),
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
