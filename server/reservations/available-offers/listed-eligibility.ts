import { ageOn } from '../../accounts/account.ts'
import type { Admission } from '../../offers/audience.ts'
import { type AdvertiserMark, actionsOnAvailable } from '../../offers/available.ts'
import type { CallerOffer } from '../../offers/offer-index/query.ts'
import { type Needs, narrowed } from '../../qualifications/needs.ts'
import type { Standing } from '../../qualifications/requirement.ts'
import type { Id } from '../../values/id.ts'
import { coolDownEnd } from '../cool-down.ts'
import { activeMax, type EligibilityRules, hasNoSkipsLeft, refusalCodes } from '../eligibility.ts'
import { type EligibilityFacts, type ExecutorFacts, isOwn, type ParticipationFacts, profileOf } from '../facts.ts'
import { actionsOnReservation } from '../reservation.ts'
import { closedTo, type LimitedOffers, limitFactsOf, type Part } from './limited-offers.ts'

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
/** Why an executor cannot reserve any offer for a while, though they qualify. */
const passingCodes: readonly string[] = ['active_reservation_exists', 'cooling_down']

/** The executor's part of the facts that decide on listed offers. */
export type ListedFacts = ExecutorFacts & {
  /** The advertisers' lists that contain the executor, and the advertisers who block them. */
  readonly lists: ReadonlySet<number>
  readonly blockers: ReadonlySet<number>
  readonly histories: ReadonlyMap<number, OfferHistory>
  /** By advertiser, and the marked advertisers: favourites, and those whose offers are not listed. */
  readonly marks: ReadonlyMap<number, AdvertiserMark>
  readonly favourites: ReadonlySet<number>
  readonly hidden: ReadonlySet<number>
  /** What they have of what offers can require. */
  readonly standing: Standing | null
  /** The offers of exclusion groups in which they took part. */
  readonly parts: readonly Part[] | null
}

/** The executor who requests the list. Executors with the same key may reserve the same offers, except where `isPersonal`. */
export type ViewingExecutor = {
  readonly now: Date
  readonly rules: EligibilityRules
  readonly facts: ListedFacts
  readonly limited: LimitedOffers
  /** What they have of what the listed offers require. */
  readonly standing: Standing | null
  /** Whether a search of the executor finds no offer at all. */
  readonly isExcluded: boolean
  /**
   * What a search finds: the offers that the executor can reserve now, those for which they qualify even if they can reserve none for a
   * while, or those that only their incomplete profile rules out.
   */
  readonly sought: 'Eligible' | 'Qualified' | 'MissingProfile'
  readonly key: string
}

type Viewing = Omit<ViewingExecutor, 'standing' | 'isExcluded' | 'sought' | 'key'> & { readonly needs: Needs }

export function executorOf({ needs, ...who }: Viewing): ViewingExecutor {
  const { facts, rules, now } = who
  const standing = narrowed(facts.standing, needs)
  const { birthDate, country, gender, level } = profileOf({ ...facts, standing, requiredNames: null })
  const isCooling = coolDownEnd(facts, rules.coolDownSeconds, now) !== undefined
  const isFull = (facts.runningReservations ?? 0) >= activeMax(rules.activeReservationsMax, level)
  const age = birthDate === null ? null : ageOn(birthDate, now)
  const lists = [...facts.lists].join()
  return {
    ...who,
    standing,
    isExcluded: facts.isBarred || isCooling || isFull,
    sought: 'Eligible',
    key: [
      age,
      country,
      gender,
      level,
      rules.ageFloor,
      facts.isBarred,
      isCooling,
      isFull,
      lists,
      JSON.stringify(standing),
    ].join(' '),
  }
}

/** Returns the executor for a search of the offers that a complete profile would make eligible. */
export const asMissingProfile = (executor: ViewingExecutor): ViewingExecutor => ({
  ...executor,
  sought: 'MissingProfile',
  key: `${executor.key} missing profile`,
})

/** Returns the executor for a search of the offers for which they qualify, whatever they have reserved now. */
export const asQualified = (executor: ViewingExecutor): ViewingExecutor => ({
  ...executor,
  sought: 'Qualified',
  isExcluded: executor.facts.isBarred,
  key: `${executor.key} qualified`,
})

/** The properties of a listed offer that decide who may reserve it. */
export type ListedOffer = { readonly id: number; readonly advertiser: Id<'account'>; readonly admission: Admission }

/** Whether the executor's eligibility for this offer depends on more than `key`. */
export const isPersonal = ({ id, advertiser }: ListedOffer, { facts, limited }: ViewingExecutor): boolean =>
  isOwn(facts, advertiser) ||
  facts.histories.has(id) ||
  facts.blockers.has(advertiser) ||
  facts.marks.has(advertiser) ||
  limited.has(id)

const noHistory = {
  perExecutorLimit: 1,
  attemptsMax: 1,
  ownId: null,
  expiredId: null,
  taken: 0,
  failed: 0,
  isScreenedOut: false,
  suitesLeft: null,
  slotsSkipped: null,
  stop: null,
}

/** Returns the facts that `refusals` needs. A listed offer is active and has a slot. */
function eligibilityFacts({ id, advertiser, admission }: ListedOffer, executor: ViewingExecutor): EligibilityFacts {
  const { facts, standing, limited } = executor
  const limits = limitFactsOf(limited, id, facts)
  return {
    ...facts,
    ...admission,
    // What only quotas ask is not in the key of shared results: offers with full quotas are personal.
    standing: limits.quotas === null ? standing : facts.standing,
    requiredNames: null,
    ...limits,
    ...(facts.histories.get(id) ?? noHistory),
    advertiser,
    offerStatus: 'Active',
    startsAt: null,
    endsAt: null,
    remaining: 1,
    dueId: null,
    targetGender: admission.gender,
    advertiserMark: facts.marks.get(advertiser) ?? null,
    isBlocked: facts.blockers.has(advertiser) || isOnList(facts, admission.blockList),
    isInvited: admission.allowList === null || isOnList(facts, admission.allowList),
  }
}

const isOnList = ({ lists }: ListedFacts, list: number | null): boolean => list !== null && lists.has(list)

/** Why the executor may not reserve the offer (`reasons`), their allowed actions, and their mark on its advertiser. */
export type Eligibility = {
  readonly reasons: readonly string[]
  readonly actions: readonly string[]
  readonly mark: AdvertiserMark | undefined
}

/** Returns why the executor may not reserve the offer, their allowed actions and mark. */
export function eligibilityOf(offer: ListedOffer, executor: ViewingExecutor): Eligibility {
  const mark = executor.facts.marks.get(offer.advertiser)
  const history = executor.facts.histories.get(offer.id)
  if (history !== undefined && history.ownId !== null) {
    const extendedAt = history.isExtended ? executor.now : null
    return { reasons: [], actions: actionsOnReservation({ kind: 'Work', extendedAt }, 'Active'), mark }
  }
  const reasons = refusalCodes(eligibilityFacts(offer, executor), executor.rules, executor.now)
  return { reasons, actions: actionsOnAvailable(reasons), mark }
}

/** Whether a search of the executor finds offers with these requirements, ignoring their history. */
export function isInAudience(admission: Admission, executor: ViewingExecutor): boolean {
  const { reasons } = eligibilityOf({ id: 0, advertiser: 0 as Id<'account'>, admission }, executor)
  if (executor.sought === 'Qualified') return reasons.every((code) => passingCodes.includes(code))
  return reasons.join() === (executor.sought === 'MissingProfile' ? missingProfileCode : '')
}

/** Returns the offers where the executor's own history, a rate limit, a quota or a group overrides the audience's result. */
export function callerOffersOf({ facts, limited, sought, now }: ViewingExecutor): CallerOffer[] {
  const histories = [...facts.histories.values()]
  const own = histories.flatMap((history) => {
    const {
      offer: id,
      at,
      ownId,
      taken,
      failed,
      perExecutorLimit,
      attemptsMax,
      suitesLeft,
      stop,
      isScreenedOut,
    } = history
    const isReserved = ownId !== null
    const isUsedUp = taken >= perExecutorLimit || failed >= attemptsMax || hasNoSkipsLeft(history)
    const isOver = isUsedUp || suitesLeft === 0 || stop !== null || isScreenedOut
    return isReserved || isOver ? [{ id, at, isIncluded: isReserved && sought !== 'MissingProfile' }] : []
  })
  const others = closedTo(limited, facts, now).filter(({ id }) => {
    const history = facts.histories.get(id)
    return (history?.ownId ?? history?.expiredId ?? null) === null
  })
  const closed = others.map(({ id, at }) => ({ id, at, isIncluded: false }))
  return [...new Map([...own, ...closed].map((each) => [each.id, each])).values()]
}
