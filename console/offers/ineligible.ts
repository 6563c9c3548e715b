import { msg } from '@lingui/core/macro'
import type { Words } from '../ui/words.ts'

/** The reader holds as many reservations as they may. */
export const maximumReached = 'active_reservation_exists'

/** Why somebody may not take an offer, by the code that a reservation would be refused with. */
export const ineligibleReasons: Words = {
  own_offer: msg`It is your own offer.`,
  offer_unavailable: msg`It is not open now.`,
  offer_not_started: msg`It has not started yet.`,
  sanctioned: msg`An operator has barred you from reserving for a while.`,
  blocked_by_advertiser: msg`This advertiser does not want to work with you.`,
  not_invited: msg`It is only for people whom the advertiser has invited.`,
  profile_incomplete: msg`Your profile lacks something that this offer asks for: birth date, country or gender.`,
  age_mismatch: msg`It is for people of another age.`,
  country_mismatch: msg`It is for people in other countries.`,
  gender_mismatch: msg`It is for people of another gender.`,
  level_too_low: msg`It is for people of a higher level. Your level rises with accepted work.`,
  cooling_down: msg`You gave back too many reservations lately. After a rest you can reserve again.`,
  [maximumReached]: msg`You hold as many reservations as you may at once: submit or give back one of them first.`,
  per_executor_limit_reached: msg`You have done this as often as one person may.`,
  attempts_exhausted: msg`Too many of your attempts were rejected or withdrawn. A rejection that you appeal against and win does not count.`,
  rate_of_offer_exceeded: msg`Too many people reserved it within this hour or day. Try later.`,
  no_slots_available: msg`All places are taken just now.`,
}

/** Reasons that end as soon as the profile tells more. */
export const isMendedByProfile = (codes: readonly string[]): boolean => codes.includes('profile_incomplete')

/** Reasons that end as soon as a reservation of the reader ends. */
export const isAtMaximum = (codes: readonly string[]): boolean => codes.includes(maximumReached)
