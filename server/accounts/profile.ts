import { isCountry } from '../values/countries.ts'
import { canonical } from '../values/language.ts'
import type { LevelsOfLanguages } from '../values/language-level.ts'
import { nicknameFault, tidyNickname } from '../values/nickname.ts'
import { bodyError, conflict, type FieldError, ValidationError } from '../values/problems/problem.ts'
import type { Sentence } from '../values/sentences.ts'
import {
  type Account,
  ageOn,
  countryExpected,
  dayExpected,
  type genders,
  isDay,
  languageExpected,
  type Role,
} from './account.ts'
import { ExecutorNotFound } from './caller.ts'

/** Minimum age of executors, in full years. */
export const ageMin = 16
const ageMax = 130
export const languagesMax = 20
export const languageLengthMax = 35
/** Roles that an account may add on its own. */
export const sides = ['Advertiser', 'Executor'] as const satisfies readonly Role[]
export type Side = (typeof sides)[number]

/** What executors state about themselves. Advertisers see the nickname; offers can target the rest. */
export type Profile = {
  readonly nickname: string | null
  readonly birthDate: string | null
  readonly country: number | null
  readonly gender: (typeof genders)[number] | null
  readonly languages: readonly string[]
  /** How well they speak these languages; those without a level are not in it. */
  readonly languageLevels: LevelsOfLanguages
}

export const guardedMembers = ['birthDate', 'country', 'gender'] as const
export type GuardedChange = { readonly [Member in (typeof guardedMembers)[number]]?: Profile[Member] }

/** An account with its profile; the profile members are null if it has none. */
export type WholeAccount = Account & {
  readonly suspendedUntil: Date | null
  readonly withheldRoles: readonly Role[]
  readonly createdAt: Date
  readonly hasProfile: boolean
  /** Whether a reservation has used the profile. If so, changes are delayed. */
  readonly isProfileUsed: boolean
  /** The members to change, with their new values. */
  readonly waitingMembers: GuardedChange | null
  readonly waitingSince: Date | null
  readonly waitingUntil: Date | null
} & { readonly [Member in keyof Profile]: Profile[Member] | null }

export type ProfileInput = {
  readonly language?: string | undefined
  readonly profile?:
    | {
        readonly nickname?: string | null | undefined
        readonly birthDate?: string | null | undefined
        readonly countryId?: number | null | undefined
        readonly gender?: Profile['gender'] | undefined
        readonly languages?: readonly string[] | undefined
        readonly languageLevels?: LevelsOfLanguages | undefined
      }
    | undefined
}

/** The members to write; absent ones are not changed. */
export type Change = { readonly language?: string } & { readonly [Member in keyof Profile]?: Profile[Member] }

export const RoleWithheld = conflict<{ role: string }>(
  'role_withheld',
  'Role removed',
  ({ role }) => `An operator removed the role ${role} from this account. Only an operator can restore it.`,
)

/** Returns the validated change. Throws ValidationError naming every invalid member. */
export function decideChange(
  { hasProfile, languages }: Pick<WholeAccount, 'hasProfile' | 'languages'>,
  input: ProfileInput,
  now: Date,
): Change {
  const errors: FieldError[] = []
  const { language, profile } = input
  const known = language === undefined ? undefined : canonical(language)
  if (language !== undefined && known === undefined) errors.push(bodyError('language', 'invalid', languageExpected))
  if (profile) errors.push(...errorsIn(profile, now), ...levelErrors(profile, languages ?? []))
  if (errors.length > 0) throw ValidationError(errors)
  if (profile && !hasProfile) throw ExecutorNotFound({})
  return { ...(known === undefined ? {} : { language: known }), ...profileOf(profile ?? {}) }
}

type RequestedProfile = NonNullable<ProfileInput['profile']>

/** Returns an error for each level of a language that the profile does not have. */
function levelErrors({ languages, languageLevels }: RequestedProfile, before: readonly string[]): FieldError[] {
  const spoken = (languages ?? before).map(tidyTag)
  const unknown = Object.keys(languageLevels ?? {}).filter((tag) => !spoken.includes(tidyTag(tag)))
  return unknown.map((tag) =>
    bodyError(`profile.languageLevels.${tag.slice(0, languageLengthMax)}`, 'unknown', {
      en: 'is not one of the languages of the profile.',
      ru: 'этого языка нет среди языков профиля.',
    }),
  )
}

const tidyTag = (tag: string): string => canonical(tag) ?? tag

function errorsIn(profile: NonNullable<ProfileInput['profile']>, now: Date): FieldError[] {
  const { nickname, birthDate, countryId, languages } = profile
  const fault = typeof nickname === 'string' ? nicknameFault(tidyNickname(nickname)) : undefined
  const errors: FieldError[] = fault ? [bodyError('profile.nickname', fault.code, fault.detail)] : []
  const wrong = (field: string, code: string, detail: Sentence) =>
    errors.push(bodyError(`profile.${field}`, code, detail))
  if (typeof birthDate === 'string' && !isDay(birthDate)) wrong('birthDate', 'invalid', dayExpected)
  else if (typeof birthDate === 'string' && !isOldEnough(birthDate, now))
    wrong('birthDate', 'range', {
      en: `must give an age from ${ageMin} to ${ageMax} years.`,
      ru: `возраст должен быть от ${ageMin} до ${ageMax} лет.`,
    })
  if (typeof countryId === 'number' && !isCountry(countryId)) wrong('countryId', 'invalid', countryExpected)
  languages?.forEach((tag, index) => {
    if (canonical(tag) === undefined) wrong(`languages.${index}`, 'invalid', languageExpected)
  })
  return errors
}

const isOldEnough = (birthDate: string, now: Date): boolean => {
  const age = ageOn(birthDate, now)
  return age >= ageMin && age <= ageMax
}

const profileOf = ({
  nickname,
  birthDate,
  countryId,
  gender,
  languages,
  languageLevels,
}: RequestedProfile): Change => ({
  ...(nickname === undefined ? {} : { nickname: nickname === null ? null : tidyNickname(nickname) }),
  ...(birthDate === undefined ? {} : { birthDate }),
  ...(countryId === undefined ? {} : { country: countryId }),
  ...(gender === undefined ? {} : { gender }),
  ...(languages === undefined ? {} : { languages: [...new Set(languages.map(tidyTag))] }),
  ...(languageLevels === undefined
    ? {}
    : {
        languageLevels: Object.fromEntries(Object.entries(languageLevels).map(([tag, level]) => [tidyTag(tag), level])),
      }),
})

/** Whether the role must be added. Throws RoleWithheld if an operator removed it. */
export function decideAddRole(
  { roles, withheldRoles }: Pick<WholeAccount, 'roles' | 'withheldRoles'>,
  role: Side,
): boolean {
  if (withheldRoles.includes(role)) throw RoleWithheld({ role })
  return !roles.includes(role)
}

/** Returns what an account may do with itself. */
export const ownActions = ({ status, roles, withheldRoles }: WholeAccount): string[] =>
  status === 'Suspended'
    ? []
    : ['Change', ...sides.filter((side) => ![...roles, ...withheldRoles].includes(side)).map((side) => `Become${side}`)]
