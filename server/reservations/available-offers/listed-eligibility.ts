import { ageOn } from '../../accounts/account.ts'
import type { Admission } from '../../offers/audience.ts'
import { actionsOnAvailable } from '../../offers/available.ts'
import type { CallerOffer } from '../../offers/offer-index/query.ts'
import type { Id } from '../../values/id.ts'
import { coolDownEnd } from '../cool-down.ts'
import { activeMax, type EligibilityRules, refusalCodes } from '../eligibility.ts'
import { type EligibilityFacts, type ExecutorFacts, type ParticipationFacts, profileOf } from '../facts.ts'
import type { ReservationRate } from '../rate-limit.ts'
import { actionsOnReservation } from '../reservation.ts'

/** An executor's history on one listed offer. */
export type OfferHistory = ParticipationFacts & {
  readonly offer: number
  /** When the offer was activated, in milliseconds: its position in the index. */
  readonly at: number
  readonly perExecutorLimit: number
  readonly attemptsMax: number
  /** Whether their active reservation was extended already. */
  readonly isExtended: boolean
}

const missingProfileCode = 'profile_incomplete'

/** The executor's part of the facts that decide on listed offers. */
export type ListedFacts = ExecutorFacts & {
  /** The advertisers' lists that contain the executor, and the advertisers who block them. */
  readonly lists: ReadonlySet<number>
  readonly blockers: ReadonlySet<number>
  readonly histories: ReadonlyMap<number, OfferHistory>
}

/** A listed offer that may have reached its reservation rate limit. */
export type RateLimitedOffer = ReservationRate & { readonly id: number; readonly at: number }
export type RateLimitedOffers = ReadonlyMap<number, RateLimitedOffer>

/** The executor who requests the list. Executors with the same key may reserve the same offers, except where `isPersonal`. */
export type ViewingExecutor = {
  readonly now: Date
  readonly rules: EligibilityRules
  readonly facts: ListedFacts
  readonly rateLimited: RateLimitedOffers
  /** Whether the executor can reserve no offer at all now. */
  readonly isExcluded: boolean
  /** Whether a search finds the offers that only the executor's incomplete profile rules out, instead of the eligible ones. */
  readonly isMissingProfile: boolean
  readonly key: string
}

export function executorOf(who: Omit<ViewingExecutor, 'isExcluded' | 'isMissingProfile' | 'key'>): ViewingExecutor {
  const { facts, rules, now } = who
  const { birthDate, country, gender, level } = profileOf(facts)
  const isCooling = coolDownEnd(facts, rules.coolDownSeconds, now) !== undefined
  const isFull = (facts.runningReservations ?? 0) >= activeMax(rules.activeReservationsMax, level)
  const age = birthDate === null ? null : ageOn(birthDate, now)
  const lists = [...facts.lists].join()
  return {
    ...who,
    isExcluded: facts.isBarred || isCooling || isFull,
    isMissingProfile: false,
    key: [age, country, gender, level, rules.ageFloor, facts.isBarred, isCooling, isFull, lists].join(' '),
  }
}

/** Returns the executor for a search of the offers that a complete profile would make eligible. */
export const asMissingProfile = (executor: ViewingExecutor): ViewingExecutor => ({
  ...executor,
  isMissingProfile: true,
  key: `${executor.key} missing profile`,
})

/** The properties of a listed offer that decide who may reserve it. */
export type ListedOffer = { readonly id: number; readonly advertiser: Id<'account'>; readonly admission: Admission }

/** Whether the executor's eligibility for this offer depends on more than `key`. */
export const isPersonal = ({ id, advertiser }: ListedOffer, { facts, rateLimited }: ViewingExecutor): boolean =>
  advertiser === facts.executor || facts.histories.has(id) || facts.blockers.has(advertiser) || rateLimited.has(id)

const noRateLimit: ReservationRate = {
  hourlyLimit: null,
  dailyLimit: null,
  lastSequenceNumber: null,
  hourlyAt: null,
  dailyAt: null,
}
const noHistory = {
  perExecutorLimit: 1,
  attemptsMax: 1,
  ownId: null,
  expiredId: null,
  taken: 0,
  failed: 0,
  suitesLeft: null,
}

/** Returns the facts that `refusals` needs. A listed offer is active and has a slot. */
function eligibilityFacts({ id, advertiser, admission }: ListedOffer, executor: ViewingExecutor): EligibilityFacts {
  const { facts, rateLimited } = executor
  return {
    ...facts,
    ...admission,
    ...(rateLimited.get(id) ?? noRateLimit),
    ...(facts.histories.get(id) ?? noHistory),
    advertiser,
    offerStatus: 'Active',
    startsAt: null,
    endsAt: null,
    remaining: 1,
    dueId: null,
    targetGender: admission.gender,
    isBlocked: facts.blockers.has(advertiser) || isOnList(facts, admission.blockList),
    isInvited: admission.allowList === null || isOnList(facts, admission.allowList),
  }
}

const isOnList = ({ lists }: ListedFacts, list: number | null): boolean => list !== null && lists.has(list)

/** Returns why the executor may not reserve the offer, and their allowed actions. */
export function eligibilityOf(
  offer: ListedOffer,
  executor: ViewingExecutor,
): { reasons: readonly string[]; actions: readonly string[] } {
  const history = executor.facts.histories.get(offer.id)
  if (history !== undefined && history.ownId !== null) {
    const extendedAt = history.isExtended ? executor.now : null
    return { reasons: [], actions: actionsOnReservation({ kind: 'Work', extendedAt }, 'Active') }
  }
  const reasons = refusalCodes(eligibilityFacts(offer, executor), executor.rules, executor.now)
  return { reasons, actions: actionsOnAvailable(reasons) }
}

/** Whether a search of the executor finds offers with these requirements, ignoring their history. */
export function isInAudience(admission: Admission, executor: ViewingExecutor): boolean {
  const { reasons } = eligibilityOf({ id: 0, advertiser: 0 as Id<'account'>, admission }, executor)
  return reasons.join() === (executor.isMissingProfile ? missingProfileCode : '')
}

/** Returns the offers where the executor's own history or a rate limit overrides the audience's result. */
export function callerOffersOf({ facts, rateLimited, isMissingProfile }: ViewingExecutor): CallerOffer[] {
  const histories = [...facts.histories.values()]
  const own = histories.flatMap((history) => {
    const { offer: id, at, ownId, taken, failed, perExecutorLimit, attemptsMax, suitesLeft } = history
    const isReserved = ownId !== null
    const isOver = taken >= perExecutorLimit || failed >= attemptsMax || suitesLeft === 0
    return isReserved || isOver ? [{ id, at, isIncluded: isReserved && !isMissingProfile }] : []
  })
  const others = [...rateLimited.values()].filter(({ id }) => {
    const history = facts.histories.get(id)
    return (history?.ownId ?? history?.expiredId ?? null) === null
  })
  return [...own, ...others.map(({ id, at }) => ({ id, at, isIncluded: false }))]
}
