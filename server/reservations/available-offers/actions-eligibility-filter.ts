import { type Admission, admissionOf } from '../../offers/audience.ts'
import type { OfferIndex } from '../../offers/offer-index/offer-index.ts'
import type { AdvertiserFilter, Filter } from '../../offers/offer-index/query.ts'
import { addNeeds, type Needs, newNeeds } from '../../qualifications/needs.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { callerOffersOf, isInAudience, type ViewingExecutor } from './listed-eligibility.ts'

/** Eligibility is cached for this many executors, one byte for each distinct audience of the index. */
const executorsMax = 1_000
const fitsCache = memoizePerObject((_offerIndex: OfferIndex) => boundedMap<string, Uint8Array>(executorsMax))
const admissionsCache = memoizePerObject((_offerIndex: OfferIndex) => ({
  admissions: [] as Admission[],
  needs: newNeeds(),
}))

/** Returns the distinct audiences of the index by their numbers, and what they ask about executors. */
function audiencesOf(offerIndex: OfferIndex): { readonly admissions: readonly Admission[]; readonly needs: Needs } {
  const { audiences } = offerIndex.kinds
  const known = admissionsCache(offerIndex)
  for (let number = known.admissions.length; number < audiences.length; number++) {
    const admission = admissionOf(audiences[number] as string)
    known.admissions.push(admission)
    known.needs = addNeeds(known.needs, admission.requirements)
  }
  return known
}

/** What the listed offers ask about executors. */
export const needsOf = (offerIndex: OfferIndex): Needs => audiencesOf(offerIndex).needs

/** Returns one byte for each distinct audience of the index: 1 if the executor qualifies. Cached by executor key. */
function fittingAudiences(offerIndex: OfferIndex, executor: ViewingExecutor): Uint8Array {
  const { audiences } = offerIndex.kinds
  const known = fitsCache(offerIndex)
  const last = known.get(executor.key)
  if (last?.length === audiences.length) return last
  const fits = new Uint8Array(audiences.length)
  if (executor.isExcluded) return fits
  if (last) fits.set(last)
  const { admissions } = audiencesOf(offerIndex)
  for (let number = last?.length ?? 0; number < fits.length; number++)
    fits[number] = isInAudience(admissions[number] as Admission, executor) ? 1 : 0
  known.set(executor.key, fits)
  return fits
}

/** What a list shows to an executor: what `sought` finds, or any offer, of all advertisers or of their favourites. */
export type ShownOffers = {
  readonly executor: ViewingExecutor
  readonly sought: ViewingExecutor | undefined
  readonly onlyFavourites: boolean
}

type CallerFilter = Pick<Filter, 'eligibleAudiences' | 'advertisers' | 'callerOffers' | 'callerAdvertisers'>

/** Returns the filter for exactly the offers of the index that the list shows. */
export function callerFilter(offerIndex: OfferIndex, { executor, sought, onlyFavourites }: ShownOffers): CallerFilter {
  const { favourites, hidden } = executor.facts
  const shown = onlyFavourites ? { accounts: favourites, isIncluded: true } : without(offerIndex, hidden)
  if (!sought)
    return { eligibleAudiences: undefined, advertisers: shown, callerOffers: undefined, callerAdvertisers: undefined }
  const { facts } = sought
  const against = [facts.executor, ...facts.workspaces, ...facts.blockers]
  const callerOffers = callerOffersOf(sought)
  return {
    eligibleAudiences: fittingAudiences(offerIndex, sought),
    advertisers: onlyFavourites
      ? { accounts: favourites.difference(new Set<number>(against)), isIncluded: true }
      : without(offerIndex, [...against, ...hidden]),
    callerOffers: callerOffers.length === 0 ? undefined : callerOffers,
    callerAdvertisers: shown,
  }
}

/** Excludes the advertisers that have offers in the index; undefined if there are none. */
function without({ advertisers }: OfferIndex, accounts: Iterable<number>): AdvertiserFilter | undefined {
  const listed = new Set<number>()
  for (const account of accounts) if (advertisers.has(account)) listed.add(account)
  return listed.size === 0 ? undefined : { accounts: listed, isIncluded: false }
}

/** Whether the result of the filter differs from that of others with the same key, so that it cannot be shared. */
export const isPersonalFilter = ({ advertisers, callerOffers }: CallerFilter): boolean =>
  advertisers !== undefined || callerOffers !== undefined
