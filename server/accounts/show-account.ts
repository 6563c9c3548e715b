import { Type } from 'typebox'
import { arrayOf, id, instant, iso, nullable, text } from '../values/schema.ts'
import { ownActions, type WholeAccount } from './profile.ts'

const gender = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Male, Female, or null: not told' })

/** What an executor has told of themselves. */
export const profileSchema = nullable(
  Type.Object(
    {
      birthDate: nullable(Type.String({ description: 'A day; null: not told' })),
      countryId: nullable(Type.Integer()),
      gender,
      languages: arrayOf(text),
    },
    { description: 'What offers are chosen by; null: no executor' },
  ),
)

export const showProfile = ({ hasProfile, birthDate, country, gender, languages }: WholeAccount) =>
  hasProfile ? { birthDate, countryId: country, gender, languages: languages ?? [] } : null

/** An account as its owner sees it. */
export const ownAccountSchema = Type.Object(
  {
    id,
    email: text,
    roles: arrayOf(text),
    language: Type.String({ description: 'BCP 47: of mails and pages' }),
    isSuspended: Type.Boolean({
      description: 'Then all is refused but reading this, and what `/api/account/sanctions` says',
    }),
    createdAtUtc: instant,
    profile: profileSchema,
    allowedActions: arrayOf(text),
  },
  { title: 'Account' },
)

export const showOwnAccount = (account: WholeAccount) => ({
  id: account.id,
  email: account.email,
  roles: account.roles,
  language: account.language,
  isSuspended: account.status === 'Suspended',
  createdAtUtc: iso(account.createdAt),
  profile: showProfile(account),
  allowedActions: ownActions(account),
})
