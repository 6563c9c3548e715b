import { ageOn } from '../accounts/account.ts'
import type { OfferWarning } from '../catalog/warnings.ts'
import { idOf } from '../values/id.ts'
import { conflict, type Problem } from '../values/problems/problem.ts'
import type { Limits } from './limits.ts'
import type { Audience } from './offer.ts'

const mismatchDetail = 'The profile of the executor does not fit this offer.'
export const AgeMismatch = conflict('age_mismatch', 'Age not eligible', mismatchDetail)
export const CountryMismatch = conflict('country_mismatch', 'Country not eligible', mismatchDetail)
export const GenderMismatch = conflict('gender_mismatch', 'Gender not eligible', mismatchDetail)
export const ProfileIncomplete = conflict<{ missingFields: readonly string[] }>(
  'profile_incomplete',
  'Profile incomplete',
  ({ missingFields }) => `This offer requires ${missingFields.join(', ')} in the executor's profile.`,
)

export const LevelTooLow = conflict<{ required: number; level: number }>(
  'level_too_low',
  'Level too low',
  ({ required, level }) => `This offer requires level ${required} or higher; this executor has level ${level}.`,
)

/** The executor's profile and level, as far as rules use them. */
export type Profile = {
  readonly birthDate: string | null
  readonly country: number | null
  readonly gender: 'Male' | 'Female' | null
  readonly level: number
}

/** Who may reserve an offer: its audience, and its invitation and block lists. */
export type Admission = Audience & Pick<Limits, 'allowList' | 'blockList'>

const recordOfAudience =
  /^\((?<minAge>\d*),(?<maxAge>\d*),(?<gender>\w+),"?\{(?<countries>[\d,]*)\}"?,(?<minLevel>\d+),(?<allowList>\d*),(?<blockList>\d*)\)$/

/** Parses the audience from the text of a database record. Throws if the text has another format. */
export function admissionOf(record: string): Admission {
  const { minAge, maxAge, gender, countries, minLevel, allowList, blockList } =
    recordOfAudience.exec(record)?.groups ?? {}
  if (gender === undefined) throw new Error(`no audience: ${record}`)
  return {
    minAge: minAge ? Number(minAge) : null,
    maxAge: maxAge ? Number(maxAge) : null,
    gender: gender as Audience['gender'],
    targetCountries: countries ? countries.split(',').map(Number) : [],
    minLevel: Number(minLevel),
    allowList: allowList ? idOf<'list'>(Number(allowList)) : null,
    blockList: blockList ? idOf<'list'>(Number(blockList)) : null,
  }
}

/** Returns every mismatch of the executor and the audience, in order of precedence; empty if there is none. */
export function audienceProblems(audience: Audience, profile: Profile, now: Date, ageFloor: number): Problem[] {
  const missingFields = missingFieldsOf(audience, profile, ageFloor)
  const problems = missingFields.length > 0 ? [ProfileIncomplete({ missingFields: missingFields })] : []
  if (profile.birthDate !== null && !ageFits(audience, ageOn(profile.birthDate, now), ageFloor)) {
    problems.push(AgeMismatch({ minAge: Math.max(audience.minAge ?? 0, ageFloor), maxAge: audience.maxAge }))
  }
  if (profile.country !== null && !countryFits(audience, profile.country)) problems.push(CountryMismatch({}))
  if (profile.gender !== null && !genderFits(audience, profile.gender)) problems.push(GenderMismatch({}))
  const { minLevel: required } = audience
  if (profile.level < required) problems.push(LevelTooLow({ required, level: profile.level }))
  return problems
}

/** What a group of executors has in common; null: not stated. */
type Group = Pick<Profile, 'country' | 'gender' | 'level'> & { readonly age: number | null }

/** Whether executors with these properties may reserve an offer with the audience. */
export function audienceFits(audience: Audience, { age, country, gender, level }: Group, ageFloor: number): boolean {
  const requiresAge = ageFloor > 0 || audience.minAge !== null || audience.maxAge !== null
  return (
    (age === null ? !requiresAge : ageFits(audience, age, ageFloor)) &&
    (country === null ? audience.targetCountries.length === 0 : countryFits(audience, country)) &&
    (gender === null ? audience.gender === 'Any' : genderFits(audience, gender)) &&
    level >= audience.minLevel
  )
}

const ageFits = ({ minAge, maxAge }: Audience, age: number, ageFloor: number): boolean =>
  age >= Math.max(minAge ?? 0, ageFloor) && age <= (maxAge ?? Number.POSITIVE_INFINITY)

const countryFits = ({ targetCountries }: Audience, country: number): boolean =>
  targetCountries.length === 0 || targetCountries.includes(country)

const genderFits = ({ gender }: Audience, own: string): boolean => gender === 'Any' || gender === own

function missingFieldsOf({ minAge, maxAge, targetCountries, gender }: Audience, profile: Profile, ageFloor: number) {
  const requiresAge = ageFloor > 0 || minAge !== null || maxAge !== null
  return [
    requiresAge && profile.birthDate === null ? 'birthDate' : '',
    targetCountries.length > 0 && profile.country === null ? 'countryId' : '',
    gender !== 'Any' && profile.gender === null ? 'gender' : '',
  ].filter((field) => field !== '')
}

/** Warns if every executor is too old. */
export const ageWarnings = (maxAge: number | null, ageFloor: number): OfferWarning[] =>
  maxAge !== null && maxAge < ageFloor
    ? [
        {
          code: 'minimum',
          field: 'maxAge',
          message: { en: `Must be >= ${ageFloor}.`, ru: `Должно быть не меньше ${ageFloor}.` },
        },
      ]
    : []
