import { Type } from 'typebox'
import { type LevelsOfLanguages, languageLevels } from '../values/language-level.ts'
import { decimalOf } from '../values/money.ts'
import { arrayOf, id, instant, iso, isoOrNull, known, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type Account, type Credential, genders, roles, scopes } from './account.ts'
import { type GuardedChange, ownActions, type WholeAccount } from './profile.ts'

export const knownRole = known('Role', roles)
export const knownScope = known('Scope', scopes)

export const profileGender = nullable(known('ProfileGender', genders, 'null: not given'))

export const profileSchema = nullable(
  Type.Object(
    {
      nickname: nullable(Type.String({ description: 'The name that advertisers see; null: they see part of an id' })),
      birthDate: nullable(Type.String({ description: 'Date; null: not given' })),
      countryId: nullable(Type.Integer()),
      gender: profileGender,
      languages: arrayOf(text),
      languageLevels: Type.Optional(
        Type.Unsafe<LevelsOfLanguages | undefined>(
          Type.Record(Type.String(), text, {
            description: `By tag of a language, as far as stated: ${languageLevels.join(', ')}; absent: none`,
          }),
        ),
      ),
      pendingChange: nullable(
        Type.Object(
          {
            birthDate: Type.Optional(nullable(text)),
            countryId: Type.Optional(nullable(Type.Integer())),
            gender: Type.Optional(profileGender),
            requestedAtUtc: instant,
            appliesAtUtc: instant,
          },
          {
            description:
              'Pending change, which takes effect at `appliesAtUtc` or when an operator approves it; null: none',
          },
        ),
      ),
    },
    { description: 'Executor profile that determines eligibility; null: not an executor' },
  ),
)

export function serializeProfile(account: WholeAccount) {
  const { hasProfile, nickname, birthDate, country, gender, languages, languageLevels: levels } = account
  if (!hasProfile) return null
  return {
    nickname,
    birthDate,
    countryId: country,
    gender,
    languages: languages ?? [],
    languageLevels: levelsOf(languages ?? [], levels ?? {}),
    pendingChange: serializeWaiting(account),
  }
}

/** Returns the levels of languages that are still in the profile; undefined if there are none. */
function levelsOf(languages: readonly string[], levels: LevelsOfLanguages): LevelsOfLanguages | undefined {
  const stated = Object.entries(levels).filter(([tag]) => languages.includes(tag))
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

function serializeWaiting({ waitingMembers, waitingSince, waitingUntil }: WholeAccount) {
  if (!waitingMembers || !waitingSince || !waitingUntil) return null
  return { ...serializeMembers(waitingMembers), requestedAtUtc: iso(waitingSince), appliesAtUtc: iso(waitingUntil) }
}

/** The members of a change under their public names. */
export const serializeMembers = ({ country, ...rest }: GuardedChange) => ({
  ...rest,
  ...(country === undefined ? {} : { countryId: country }),
})

export const ownAccountJson = serializer<WholeAccount>({ title: 'Account' })({
  id,
  email: text,
  roles: arrayOf(knownRole),
  language: Type.String({ description: 'Language (BCP 47) of e-mails and pages' }),
  isSuspended: [
    Type.Boolean({
      description: 'If suspended, only this and `/api/account/sanctions` are available',
    }),
    (account) => account.status === 'Suspended',
  ],
  createdAtUtc: instant,
  profile: [profileSchema, serializeProfile],
  allowedActions: [arrayOf(text), ownActions],
})

/** An account, for the operator on the command line. */
export const serializeAccount = ({ id, email, roles, language, status, statusReason }: Account) => ({
  id,
  email,
  roles,
  language,
  status,
  statusReason,
})

/** A credential, for its owner; never includes the secret. */
export const serializeCredential = (credential: Credential) => ({
  id: credential.id,
  kind: credential.kind,
  accountId: credential.account,
  name: credential.name,
  allowedNetworks: credential.networks ?? [],
  dailySpendMax: credential.dailySpendMaxUnits === null ? null : decimalOf(credential.dailySpendMaxUnits),
  createdAtUtc: isoOrNull(credential.createdAt),
  expiresAtUtc: isoOrNull(credential.expiresAt),
  revokedAtUtc: isoOrNull(credential.revokedAt),
  lastUsedAtUtc: isoOrNull(credential.lastUsedAt),
})
