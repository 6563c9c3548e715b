import { barredBy } from '../accounts/sanctions/sanctions.ts'
import { NoItemsLeft, SkipsExhausted, slotSkipsMax } from '../items/item.ts'
import { stoppedBy } from '../items/stop.ts'
import { audienceProblems } from '../offers/audience.ts'
import { isBeforeStart, isPastEnd } from '../offers/limits.ts'
import { isBeforePublic, NoSlots, OfferNotFound, OfferNotStarted, OfferUnavailable, OwnOffer } from '../offers/offer.ts'
import { quotasFitting } from '../offers/studies/fit.ts'
import { conflict, type Problem } from '../values/problems/problem.ts'
import { CoolingDown, coolDownEnd } from './cool-down.ts'
import { type EligibilityFacts, isOwn, profileOf } from './facts.ts'
import { rateLimitRefusal } from './rate-limit.ts'

export type EligibilityRules = {
  readonly ageFloor: number
  readonly activeReservationsMax: number
  readonly coolDownSeconds: number
}

type About = { readonly reservationId: number; readonly offerId: number; readonly expiresAtUtc: string }
export const ActiveReservationExists = conflict<About>(
  'active_reservation_exists',
  'Reservation limit reached',
  ({ offerId, expiresAtUtc }) =>
    `Finish or cancel the reservation of offer ${offerId} first; it expires at ${expiresAtUtc}.`,
)
export const PerExecutorLimitReached = conflict<{ limit: number }>(
  'per_executor_limit_reached',
  'Limit per executor reached',
  ({ limit }) => `An executor can do this offer ${limit === 1 ? 'once' : `${limit} times`}.`,
)

export const AttemptsExhausted = conflict<{ limit: number }>(
  'attempts_exhausted',
  'No attempts left',
  ({ limit }) =>
    `${limit === 1 ? 'A submission' : `${limit} submissions`} of this executor on this offer ended rejected or withdrawn; the limit is reached.`,
)

export const BlockedByAdvertiser = conflict(
  'blocked_by_advertiser',
  'Blocked by the advertiser',
  'The advertiser of this offer has blocked this executor.',
)
export const AdvertiserBlocked = conflict(
  'advertiser_blocked',
  'Advertiser blocked',
  'This executor has blocked the advertiser of this offer. Remove the mark first.',
)
export const NotInvited = conflict(
  'not_invited',
  'Not invited',
  'This offer is limited to executors chosen by its advertiser.',
)

export const AlreadyTookPart = conflict(
  'already_took_part',
  'Took part in a similar offer',
  'This executor took part in another offer of this advertiser, and each may take part in only one of these.',
)
export const WasScreenedOut = conflict(
  'screened_out',
  'Screened out',
  'This executor was screened out of this offer, and cannot do it again.',
)
export const QuotaFull = conflict(
  'quota_full',
  'Enough people took part',
  'Enough people like this executor took part in this offer.',
)
export const ScreenOutsUsedUp = conflict(
  'screen_outs_used_up',
  'No more people needed now',
  'This offer takes nobody else until its advertiser pays for more people who do not fit.',
)

/** Returns the maximum of active reservations: the setting, plus one for every two levels. */
export const activeMax = (activeReservationsMax: number, level: number): number =>
  activeReservationsMax + Math.floor(level / 2)

/**
 * Returns every reason for which a reserve is refused, in the order of precedence; empty if it would succeed. Reserve, and the list and
 * detail of available offers, all use this function.
 */
export const refusals = (facts: EligibilityFacts, rules: EligibilityRules, now: Date): Problem[] => [
  ...offerRefusals(facts, now),
  ...executorRefusals(facts, rules, now),
  ...limitRefusals(facts, rules),
  // A renewal takes no new slot: it keeps the one it has.
  ...(facts.expiredId !== null ? [] : slotRefusals(facts, now)),
]

export const refusalCodes = (facts: EligibilityFacts, rules: EligibilityRules, now: Date): string[] =>
  refusals(facts, rules, now).map(({ type }) => type.code)

function* offerRefusals(facts: EligibilityFacts, now: Date) {
  if (isBeforePublic(facts.offerStatus)) yield OfferNotFound({})
  else if (facts.offerStatus !== 'Active' || isPastEnd(facts, now)) yield OfferUnavailable({})
  if (isOwn(facts, facts.advertiser)) yield OwnOffer({})
  if (facts.startsAt && isBeforeStart(facts, now)) yield OfferNotStarted({ startsAtUtc: facts.startsAt.toISOString() })
}

function* executorRefusals(facts: EligibilityFacts, { ageFloor, coolDownSeconds }: EligibilityRules, now: Date) {
  if (facts.isBarred) yield barredBy('NoReservations', facts.barredUntil)
  if (facts.isBlocked) yield BlockedByAdvertiser({})
  if (!facts.isInvited) yield NotInvited({})
  if (facts.advertiserMark?.mark === 'Blocked') yield AdvertiserBlocked({})
  const { minAge, maxAge, targetCountries, minLevel, targetGender, requirements } = facts
  const audience = { minAge, maxAge, targetCountries, minLevel, gender: targetGender, requirements }
  yield* audienceProblems(audience, profileOf(facts), now, ageFloor)
  const until = coolDownEnd(facts, coolDownSeconds, now)
  if (until) yield CoolingDown({ untilUtc: until.toISOString() })
}

function* limitRefusals(facts: EligibilityFacts, { activeReservationsMax }: EligibilityRules) {
  const { runningId, runningOffer, runningUntil, runningReservations } = facts
  const isFull = (runningReservations ?? 0) >= activeMax(activeReservationsMax, profileOf(facts).level)
  if (isFull && runningId !== null && runningOffer !== null && runningUntil !== null)
    yield ActiveReservationExists({
      reservationId: runningId,
      offerId: runningOffer,
      expiresAtUtc: runningUntil.toISOString(),
    })
  if (facts.taken >= facts.perExecutorLimit) yield PerExecutorLimitReached({ limit: facts.perExecutorLimit })
  if (facts.failed >= facts.attemptsMax) yield AttemptsExhausted({ limit: facts.attemptsMax })
  if (facts.stop) yield stoppedBy(facts.stop)
  if (hasNoSkipsLeft(facts)) yield SkipsExhausted({ limit: slotSkipsMax })
  if (facts.isScreenedOut) yield WasScreenedOut({})
  if (facts.isExcluded) yield AlreadyTookPart({})
}

/** Whether an executor has skipped so many slots of an offer that they get no more of it. Work that they submit allows further skips. */
export const hasNoSkipsLeft = ({ slotsSkipped, taken }: Pick<EligibilityFacts, 'slotsSkipped' | 'taken'>): boolean =>
  (slotsSkipped ?? 0) >= slotSkipsMax + taken

function* slotRefusals(facts: EligibilityFacts, now: Date) {
  const rate = rateLimitRefusal(facts, now)
  if (rate) yield rate
  if (!hasSlot(facts)) yield NoSlots({})
  else if (facts.suitesLeft === 0) yield NoItemsLeft({})
  if (facts.screenOutsLeft !== null && facts.screenOutsLeft <= 0 && facts.dueId === null) yield ScreenOutsUsedUp({})
  if (fullQuotasOf(facts, now).some(({ dueId }) => dueId === null)) yield QuotaFull({})
}

/** Returns the counts of the quotas that the executor fits and that are full. */
export const fullQuotasOf = (facts: EligibilityFacts, now: Date) =>
  quotasFitting(facts.quotas, profileOf(facts), now).flatMap((number) => {
    const count = facts.quotaCounts?.[number]
    return count && count.taken >= (facts.quotas?.[number]?.max ?? 0) ? [count] : []
  })

/** Whether a slot is free, or belongs to an overdue reservation past its hold. */
export const hasSlot = ({ remaining, dueId }: Pick<EligibilityFacts, 'remaining' | 'dueId'>): boolean =>
  remaining > 0 || dueId !== null
