import type { Block, IndexPosition, Kinds } from './block.ts'
import type { FacetFilter } from './facet-counts.ts'
import type { TextQuery } from './search.ts'

/** An offer where the caller's own history decides, whatever its audience and advertiser: included or excluded. */
export type CallerOffer = IndexPosition & { readonly isIncluded: boolean }

/** Caller offers by block and row; the value says whether the entry is included. */
export type LocatedCallerOffers = ReadonlyMap<Block, ReadonlyMap<number, boolean>>

/** Advertisers whose offers alone match, or whose offers are excluded. */
export type AdvertiserFilter = { readonly accounts: ReadonlySet<number>; readonly isIncluded: boolean }

export const admits = (filter: AdvertiserFilter | undefined, advertiser: number): boolean =>
  filter === undefined || filter.accounts.has(advertiser) === filter.isIncluded

/** Criteria for entries; undefined members do not filter. Ranges of rewards and times include their bounds. */
export type Filter = FacetFilter & {
  readonly from: number
  readonly to: number
  readonly query: TextQuery | undefined
  /** By audience number: 1 if the caller qualifies; undefined if eligibility does not matter. */
  readonly eligibleAudiences: Uint8Array | undefined
  readonly advertisers: AdvertiserFilter | undefined
  /** Offers that are decided individually, regardless of `eligibleAudiences` and `advertisers`. */
  readonly callerOffers: readonly CallerOffer[] | undefined
  /** The advertisers among whose offers those that `callerOffers` includes match. */
  readonly callerAdvertisers: AdvertiserFilter | undefined
}

/** A filter with the matching kinds by number, as bytes and as a list; `anyKinds` and `groups` ignore audiences. */
export type IndexQuery = Filter & {
  readonly kinds: Uint8Array
  readonly kindNumbers: readonly number[]
  readonly anyKinds: Uint8Array
  readonly groups: readonly number[]
  readonly isEveryKind: boolean
  /** Whether every kind of the groups matches. */
  readonly isEveryAudience: boolean
  readonly located?: LocatedCallerOffers
}

export const everything: Filter = {
  category: undefined,
  platform: undefined,
  minUnits: Number.NEGATIVE_INFINITY,
  maxUnits: Number.POSITIVE_INFINITY,
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  query: undefined,
  eligibleAudiences: undefined,
  advertisers: undefined,
  callerOffers: undefined,
  callerAdvertisers: undefined,
}

export const hasTimeRange = ({ from, to }: Filter): boolean => from !== everything.from || to !== everything.to

export const isFiltered = ({ isEveryKind, advertisers, minUnits, maxUnits }: IndexQuery): boolean =>
  !isEveryKind || advertisers !== undefined || minUnits !== everything.minUnits || maxUnits !== everything.maxUnits

/** Returns the filter with its matching kinds, determined once for all blocks. */
export function indexQueryOf({ known, groups: groupOf }: Kinds, filter: Filter): IndexQuery {
  const { category, platform, eligibleAudiences } = filter
  const [kinds, anyKinds] = [new Uint8Array(known.length), new Uint8Array(known.length)]
  const kindNumbers: number[] = []
  const groups = new Set<number>()
  let anyCount = 0
  for (let number = 0; number < kinds.length; number++) {
    const kind = known[number] as Kinds['known'][number]
    if (category !== undefined && kind.category !== category) continue
    if (platform !== undefined && kind.platform !== platform) continue
    anyKinds[number] = 1
    anyCount++
    groups.add(groupOf[number] as number)
    if (eligibleAudiences && eligibleAudiences[kind.audience] !== 1) continue
    kinds[number] = 1
    kindNumbers.push(number)
  }
  const isEveryKind = kindNumbers.length === known.length
  const isEveryAudience = kindNumbers.length === anyCount
  return { ...filter, kinds, kindNumbers, anyKinds, groups: [...groups], isEveryKind, isEveryAudience }
}
