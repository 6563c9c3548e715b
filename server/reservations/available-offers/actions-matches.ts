import { freshOfferIndex, syncOf } from '../../offers/offer-index/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { pageOf } from '../../values/requests/page.ts'
import { searchIndex, searchOf } from './actions.ts'
import { readFactsOf, readLimitedOffers } from './actions-eligibility-facts.ts'
import { needsOf } from './actions-eligibility-filter.ts'
import type { Filter } from './filter.ts'
import { asQualified, executorOf } from './listed-eligibility.ts'

type Seeker = { readonly executor: Id<'account'>; readonly now: Date }

/**
 * Reads an executor. Returns a function that counts the listed offers that a filter finds and that they could reserve, but for a full number
 * of reservations or a cool-down.
 */
export async function availableTo(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  { executor: account, now }: Seeker,
): Promise<(filter: Filter) => Promise<number>> {
  const [facts, limited] = await Promise.all([readFactsOf({ db, config }, account), readLimitedOffers({ db, config })])
  if (!facts) return async () => 0
  const sync = syncOf(db)
  const offerIndex = await freshOfferIndex(sync, config.listLagMs)
  const executor = executorOf({ now, rules: config, facts, limited, needs: needsOf(offerIndex) })
  const sought = asQualified(executor)
  return async (filter) => {
    const shown = { executor, sought, onlyFavourites: filter.onlyFavourites === true }
    return (await searchIndex(sync, offerIndex, { ...searchOf(filter, pageOf(1, 1)), shown })).total
  }
}
