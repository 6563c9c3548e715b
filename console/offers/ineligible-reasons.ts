import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

/** The executor has the maximum number of active reservations. */
export const reservationLimitCode = 'active_reservation_exists'

/** Why an executor may not reserve an offer, by the refusal's code. */
export const ineligibleReasons: Labels = {
  own_offer: msg`This is your own task.`,
  offer_unavailable: msg`Currently closed.`,
  offer_not_started: msg`Not started yet.`,
  sanctioned: msg`An operator has temporarily blocked you from reserving.`,
  blocked_by_advertiser: msg`This advertiser has blocked you.`,
  not_invited: msg`By invitation only.`,
  profile_incomplete: msg`Your profile is missing a required birth date, country or gender.`,
  age_mismatch: msg`Not available for your age.`,
  country_mismatch: msg`Not available in your country.`,
  gender_mismatch: msg`Not available for your gender.`,
  level_too_low: msg`Requires a higher level. Accepted work raises your level.`,
  cooling_down: msg`You released too many reservations recently. Wait a while before you reserve again.`,
  [reservationLimitCode]: msg`Finish or release your current task first.`,
  per_executor_limit_reached: msg`You have reached the limit for this task.`,
  attempts_exhausted: msg`Too many of your attempts were rejected or withdrawn. Rejections overturned on appeal do not count.`,
  rate_of_offer_exceeded: msg`The hourly or daily limit of this task is reached. Try again later.`,
  no_slots_available: msg`No slots left at the moment.`,
}

/** Whether completing the profile would remove a reason. */
export const isFixedByProfile = (codes: readonly string[]): boolean => codes.includes('profile_incomplete')

export const hasReachedReservationLimit = (codes: readonly string[]): boolean => codes.includes(reservationLimitCode)
