import type { Block, IndexPosition, Kinds } from './block.ts'
import type { FacetFilter } from './facet-counts.ts'
import type { TextQuery } from './search.ts'

/** An offer for which the caller's own history decides, whatever its audience and its advertiser: it is in, or it is out. */
export type Exception = IndexPosition & { readonly isIn: boolean }

/** The exceptions that are on the board: of each block, the seats and whether they are in. */
export type Located = ReadonlyMap<Block, ReadonlyMap<number, boolean>>

/** What is asked of a listing; what is not asked narrows nothing. Rewards and times include their bounds. */
export type Filter = FacetFilter & {
  readonly from: number
  readonly to: number
  readonly query: TextQuery | undefined
  /** By the number of an audience, whether who asks is within it (1); where they do not ask, nothing. */
  readonly fits: Uint8Array | undefined
  /** The advertisers whose offers are left out; undefined where nobody's are. */
  readonly without: ReadonlySet<number> | undefined
  /** Offers for which neither `fits` nor `without` decides. */
  readonly exceptions: readonly Exception[] | undefined
}

/** With what is asked of kinds, by their numbers; `anyKinds` without regard to audiences. */
export type IndexQuery = Filter & {
  readonly kinds: Uint8Array
  readonly anyKinds: Uint8Array
  readonly located?: Located
}

/** Nothing is asked. */
export const everything: Filter = {
  category: undefined,
  platform: undefined,
  minUnits: Number.NEGATIVE_INFINITY,
  maxUnits: Number.POSITIVE_INFINITY,
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  query: undefined,
  fits: undefined,
  without: undefined,
  exceptions: undefined,
}

export const isTimed = ({ from, to }: Filter): boolean => from !== everything.from || to !== everything.to

/** Whether not everybody's offers are asked for, so that no numbers are kept of them. */
export const isWithout = ({ without }: Filter): boolean => without !== undefined

export const isFiltered = ({ category, platform, minUnits, maxUnits, fits, without }: Filter): boolean =>
  fits !== undefined ||
  without !== undefined ||
  category !== undefined ||
  platform !== undefined ||
  minUnits !== everything.minUnits ||
  maxUnits !== everything.maxUnits

/** Says which kinds are asked for: once for all blocks. */
export function askedOf({ known }: Kinds, filter: Filter): IndexQuery {
  const { category, platform, fits } = filter
  const [kinds, anyKinds] = [new Uint8Array(known.length), new Uint8Array(known.length)]
  for (let number = 0; number < kinds.length; number++) {
    const kind = known[number] as Kinds['known'][number]
    if (category !== undefined && kind.category !== category) continue
    if (platform !== undefined && kind.platform !== platform) continue
    anyKinds[number] = 1
    kinds[number] = fits ? (fits[kind.audience] ?? 0) : 1
  }
  return { ...filter, kinds, anyKinds }
}
