import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, nullable, text } from '../../values/requests/schema.ts'
import type { ProfileChange } from '../profile/profile-change.ts'
import { serializeMembers } from '../serialize-account.ts'

/** A pending profile change, for operators. */
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
