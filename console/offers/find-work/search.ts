type Name = 'search' | 'category' | 'platform' | 'rewardFrom' | 'rewardTo' | 'sort' | 'all' | 'cursor'

/** The search as the URL has it. */
export type Narrowed = Readonly<Partial<Record<Name, string | undefined>>>

/** Whether filters are set that may hide offers. */
export const isNarrowed = ({ sort: _sort, cursor: _cursor, all: _all, ...rest }: Narrowed): boolean =>
  Object.values(rest).some((value) => value !== undefined)

const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)

/** Returns the parameters of the API. By default, only offers that the executor can reserve are included. */
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

/** A filter to remove, and the change that removes it. */
export type Widening = { readonly name: Name; readonly change: Narrowed }

/** Returns the filters that could be removed. Removing the category also removes its platform. */
export function wideningsOf(wanted: Narrowed): Widening[] {
  const names = (['search', 'category', 'platform', 'rewardFrom', 'rewardTo'] as const).filter((name) => wanted[name])
  const each = names.map((name) => ({
    name,
    change: name === 'category' ? { category: undefined, platform: undefined } : { [name]: undefined },
  }))
  return wanted.all === 'yes' ? each : [...each, { name: 'all', change: { all: 'yes' } }]
}
