import { type Admission, admissionOf } from '../../offers/audience.ts'
import type { OfferIndex } from '../../offers/offer-index/offer-index.ts'
import type { Filter } from '../../offers/offer-index/query.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { callerOffersOf, isInAudience, type ViewingExecutor } from './listed-eligibility.ts'

/** Eligibility is cached for this many executors, one byte for each distinct audience of the index. */
const executorsMax = 1_000
const fitsCache = memoizePerObject((_offerIndex: OfferIndex) => boundedMap<string, Uint8Array>(executorsMax))
const admissionsCache = memoizePerObject((_offerIndex: OfferIndex): Admission[] => [])

/** Returns one byte for each distinct audience of the index: 1 if the executor qualifies. Cached by executor key. */
function fittingAudiences(offerIndex: OfferIndex, executor: ViewingExecutor): Uint8Array {
  const { audiences } = offerIndex.kinds
  const known = fitsCache(offerIndex)
  const last = known.get(executor.key)
  if (last?.length === audiences.length) return last
  const fits = new Uint8Array(audiences.length)
  if (executor.isExcluded) return fits
  if (last) fits.set(last)
  const admissions = admissionsCache(offerIndex)
  for (let number = admissions.length; number < fits.length; number++)
    admissions.push(admissionOf(audiences[number] as string))
  for (let number = last?.length ?? 0; number < fits.length; number++)
    fits[number] = isInAudience(admissions[number] as Admission, executor) ? 1 : 0
  known.set(executor.key, fits)
  return fits
}

type EligibilityFilter = Pick<Filter, 'eligibleAudiences' | 'excludedAdvertisers' | 'callerOffers'>

/** Returns the filter for exactly the offers of the index that the executor may reserve. */
export function eligibilityFilter(offerIndex: OfferIndex, executor: ViewingExecutor): EligibilityFilter {
  const { facts } = executor
  const against = [facts.executor, ...facts.blockers].filter((advertiser) => offerIndex.advertisers.has(advertiser))
  const callerOffers = callerOffersOf(executor)
  return {
    eligibleAudiences: fittingAudiences(offerIndex, executor),
    excludedAdvertisers: against.length === 0 ? undefined : new Set(against),
    callerOffers: callerOffers.length === 0 ? undefined : callerOffers,
  }
}

/** Whether this executor's eligibility differs from that of others with the same key, so results cannot be shared. */
export const isPersonalFilter = ({ excludedAdvertisers, callerOffers }: EligibilityFilter): boolean =>
  excludedAdvertisers !== undefined || callerOffers !== undefined
