import type { Executor, Offer } from './generated/client.js'

const ageFloor = Number(process.env.AGE_FLOOR ?? 18)

export type Audience = Pick<Offer, 'advertiserId' | 'minAge' | 'maxAge' | 'gender' | 'targetCountries'>

/** Returns the reasons in the executor's profile that rule out the offer. */
export function ineligibleReasons(offer: Audience, executor: Executor): string[] {
  const reasons: string[] = []
  if (offer.advertiserId === executor.accountId) reasons.push('own_offer')
  const asksAge = ageFloor > 0 || offer.minAge !== null || offer.maxAge !== null
  const isLacking =
    (asksAge && executor.birthDate === null) ||
    (offer.targetCountries.length > 0 && executor.country === null) ||
    (offer.gender !== 'Any' && executor.gender === null)
  if (isLacking) reasons.push('profile_incomplete')
  if (executor.birthDate) {
    const age = ageOn(executor.birthDate, new Date())
    if (age < Math.max(offer.minAge ?? 0, ageFloor) || age > (offer.maxAge ?? Infinity)) reasons.push('age_mismatch')
  }
  const { country } = executor
  if (country !== null && offer.targetCountries.length > 0 && !offer.targetCountries.includes(BigInt(country))) {
    reasons.push('country_mismatch')
  }
  if (executor.gender !== null && offer.gender !== 'Any' && offer.gender !== executor.gender) {
    reasons.push('gender_mismatch')
  }
  return reasons
}

function ageOn(birthDate: Date, now: Date): number {
  const years = now.getUTCFullYear() - birthDate.getUTCFullYear()
  const months = now.getUTCMonth() - birthDate.getUTCMonth()
  const isBeforeBirthday = months < 0 || (months === 0 && now.getUTCDate() < birthDate.getUTCDate())
  return isBeforeBirthday ? years - 1 : years
}
