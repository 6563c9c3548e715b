type Name = 'search' | 'category' | 'platform' | 'rewardFrom' | 'rewardTo' | 'sort' | 'all' | 'cursor'

/** What somebody looks for, as the address has it. */
export type Narrowed = Readonly<Partial<Record<Name, string | undefined>>>

/** Whether something was chosen that could be in the way of finding more. */
export const isNarrowed = ({ sort: _sort, cursor: _cursor, all: _all, ...rest }: Narrowed): boolean =>
  Object.values(rest).some((value) => value !== undefined)

const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)

/** The same in the words of the operation. Unless all is asked for, it is what one can take. */
export function queryOf(wanted: Narrowed, locale: string) {
  const query = {
    Search: wanted.search,
    OfferCategoryId: number(wanted.category),
    OfferPlatformId: number(wanted.platform),
    MinReward: number(wanted.rewardFrom),
    MaxReward: number(wanted.rewardTo),
    OnlyEligible: wanted.all === 'yes' ? undefined : true,
    Sort: wanted.sort,
    Cursor: wanted.cursor,
    Locale: locale,
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** One filter taken away: which it is, and the change that does it. */
export type Widening = { readonly name: Name; readonly change: Narrowed }

/** Each of the filters that could be taken away. With its category a platform goes, which belongs to it. */
export function wideningsOf(wanted: Narrowed): Widening[] {
  const names = (['search', 'category', 'platform', 'rewardFrom', 'rewardTo'] as const).filter((name) => wanted[name])
  const each = names.map((name) => ({
    name,
    change: name === 'category' ? { category: undefined, platform: undefined } : { [name]: undefined },
  }))
  return wanted.all === 'yes' ? each : [...each, { name: 'all', change: { all: 'yes' } }]
}
