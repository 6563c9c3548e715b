import { ageOn } from '../accounts/account.ts'
import type { OfferWarning } from '../catalog/warnings.ts'
import { allowsCountry, requiresCountry } from '../qualifications/met.ts'
import { type Requirement, requiredQualifications, type Standing } from '../qualifications/requirement.ts'
import { describeUnmet, type RequiredName, RequirementsNotMet } from '../qualifications/unmet.ts'
import { idOf } from '../values/id.ts'
import { conflict, type Problem } from '../values/problems/problem.ts'
import { qualificationsOf } from '../values/rules/rule.ts'
import type { Limits } from './limits.ts'
import type { Audience, Offer } from './offer.ts'
import { allRequirements } from './studies/study-members.ts'

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

type Naming = Pick<Offer, 'requirements' | 'quotas' | 'rules'>

/** Returns the qualifications that an offer and its quotas require, grant or take as the text of an array in SQL; null: none. */
export function requiredText({ requirements, quotas, rules }: Naming): string | null {
  const required = requiredQualifications(allRequirements(requirements, quotas)) ?? []
  const ids = new Set([...required, ...qualificationsOf(rules)])
  return ids.size === 0 ? null : `{${[...ids].sort((one, other) => one - other).join(',')}}`
}

/** The executor's profile and level, as far as rules use them. */
export type Profile = {
  readonly birthDate: string | null
  readonly country: number | null
  readonly gender: 'Male' | 'Female' | null
  readonly level: number
  /** null: the offer has no requirements. */
  readonly standing: Standing | null
  /** The names of the required qualifications; null: none is required. */
  readonly requiredNames: readonly RequiredName[] | null
}

/** Who may reserve an offer: its audience, and its invitation and block lists. */
export type Admission = Audience & Pick<Limits, 'allowList' | 'blockList'>

const recordOfAudience =
  /^\((?<minAge>\d*),(?<maxAge>\d*),(?<gender>\w+),"?\{(?<countries>[\d,]*)\}"?,(?<minLevel>\d+),(?<allowList>\d*),(?<blockList>\d*),(?<requirements>.*)\)$/

/** Parses the audience from the text of a database record. Throws if the text has another format. */
export function admissionOf(record: string): Admission {
  const { minAge, maxAge, gender, countries, minLevel, allowList, blockList, requirements } =
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
    requirements: requirements ? requirementsIn(requirements) : null,
  }
}

/** In the text of a record, JSON stands in quotes, and its own quotes are doubled. */
const requirementsIn = (quoted: string): readonly Requirement[] =>
  JSON.parse(quoted.slice(1, -1).replaceAll(/""|\\\\/g, (pair) => pair.charAt(0)))

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
  return [...problems, ...requirementProblems(audience, profile)]
}

const noStanding: Standing = { languages: [], levels: {}, held: [], accepted: 0, rejected: 0 }

function requirementProblems({ requirements }: Audience, { standing, requiredNames }: Profile): Problem[] {
  if (requirements === null) return []
  const missing = describeUnmet(requirements, standing ?? noStanding, requiredNames ?? [])
  return missing.length > 0 ? [RequirementsNotMet({ missing })] : []
}

/** What a group of executors has in common; null: not stated. */
type Group = Pick<Profile, 'country' | 'gender' | 'level'> & { readonly age: number | null }

/** Whether executors with these properties may reserve an offer with the audience. */
export function audienceFits(audience: Audience, { age, country, gender, level }: Group, ageFloor: number): boolean {
  const requiresAge = ageFloor > 0 || audience.minAge !== null || audience.maxAge !== null
  return (
    (age === null ? !requiresAge : ageFits(audience, age, ageFloor)) &&
    (country === null ? !needsCountry(audience) : countryFits(audience, country)) &&
    (gender === null ? audience.gender === 'Any' : genderFits(audience, gender)) &&
    level >= audience.minLevel
  )
}

const ageFits = ({ minAge, maxAge }: Audience, age: number, ageFloor: number): boolean =>
  age >= Math.max(minAge ?? 0, ageFloor) && age <= (maxAge ?? Number.POSITIVE_INFINITY)

const countryFits = ({ targetCountries, requirements }: Audience, country: number): boolean =>
  (targetCountries.length === 0 || targetCountries.includes(country)) && allowsCountry(requirements, country)

const genderFits = ({ gender }: Audience, own: string): boolean => gender === 'Any' || gender === own

const needsCountry = ({ targetCountries, requirements }: Audience): boolean =>
  targetCountries.length > 0 || requiresCountry(requirements)

function missingFieldsOf(audience: Audience, profile: Profile, ageFloor: number) {
  const { minAge, maxAge, gender } = audience
  const requiresAge = ageFloor > 0 || minAge !== null || maxAge !== null
  return [
    requiresAge && profile.birthDate === null ? 'birthDate' : '',
    needsCountry(audience) && profile.country === null ? 'countryId' : '',
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
          message: { en: `Must be at least ${ageFloor}.`, ru: `Должно быть не меньше ${ageFloor}.` },
        },
      ]
    : []
