import { Type } from 'typebox'
import type { Id } from '../../values/id.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import type { WholeAccount } from '../profile.ts'
import { profileSchema, serializeProfile } from '../serialize-account.ts'
import { operatorActions } from './management.ts'

/** An account, for operators. */
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
