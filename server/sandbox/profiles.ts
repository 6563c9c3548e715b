import type { Quota } from '../offers/studies/study-members.ts'

export const adult = { language: 'en', birthDate: '1990-01-31', country: 840, gender: 'Female' } as const

export type Audience = {
  readonly targetCountries: readonly number[]
  readonly gender: 'Any' | 'Male' | 'Female'
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly quotas: readonly Quota[] | null
  /** The year in the sandbox. */
  readonly year: number
}

/** Half of them are below 40. */
const ages = [19, 42, 26, 51, 34, 63]

/**
 * Returns the profile of the next simulated executor whom an offer is for; `number` counts the earlier ones. On an offer with quotas they
 * differ in gender and age, and in country if it or its quotas name several.
 */
export function profileFor(audience: Audience, number: number) {
  const { targetCountries, gender, minAge, quotas } = audience
  if (quotas === null)
    return {
      country: targetCountries[0] ?? adult.country,
      gender: gender === 'Any' ? adult.gender : gender,
      birthDate: minAge !== null && minAge > 35 ? '1920-01-31' : adult.birthDate,
    }
  const among = <Value>(values: readonly Value[], place: number) => values[Math.floor(place) % values.length]
  const named = targetCountries.length > 0 ? targetCountries : quotas.flatMap(({ countries = [] }) => countries)
  const genders = gender === 'Any' ? (['Female', 'Male'] as const) : [gender]
  const age = among(agesOf(audience), number / genders.length) ?? 0
  return {
    country: among(named, number / 12) ?? adult.country,
    gender: among(genders, number) ?? adult.gender,
    birthDate: `${audience.year - age}-01-01`,
  }
}

function agesOf({ minAge, maxAge }: Audience): readonly number[] {
  const possible = ages.filter((age) => age >= (minAge ?? 0) && age <= (maxAge ?? 120))
  return possible.length > 0 ? possible : [minAge ?? maxAge ?? 0]
}
