import { ageOn } from '../../accounts/account.ts'
import { allowsCountry, unmetOf } from '../../qualifications/met.ts'
import type { Profile } from '../audience.ts'
import type { Quota } from './study-members.ts'

/** Whether an executor fits a quota. What their profile does not say fits no condition on it. */
function fits(quota: Quota, { birthDate, country, gender, standing }: Profile, now: Date): boolean {
  const { countries, minAge, maxAge, requirements = [] } = quota
  const age = birthDate === null ? null : ageOn(birthDate, now)
  const knowsAge = minAge === undefined && maxAge === undefined ? true : age !== null
  return (
    (countries === undefined || (country !== null && countries.includes(country))) &&
    knowsAge &&
    (age ?? 0) >= (minAge ?? 0) &&
    (age ?? 0) <= (maxAge ?? Number.POSITIVE_INFINITY) &&
    (quota.gender === undefined || quota.gender === gender) &&
    (requirements.length === 0 ||
      (standing !== null && unmetOf(requirements, standing).length === 0 && fitsCountries(requirements, country)))
  )
}

const fitsCountries = (requirements: NonNullable<Quota['requirements']>, country: number | null): boolean =>
  country === null ? requirements.every(({ type }) => type !== 'Country') : allowsCountry(requirements, country)

/** Returns the numbers of the quotas that an executor fits. */
export const quotasFitting = (quotas: readonly Quota[] | null, profile: Profile, now: Date): number[] =>
  (quotas ?? []).flatMap((quota, number) => (fits(quota, profile, now) ? [number] : []))
