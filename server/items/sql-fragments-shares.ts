import { type Sql, sql } from '../platform/sql.ts'

/** Selects how many suites of an offer are left for an executor; null if the offer, a row named `offers`, has no items. */
export const suitesLeft = (executor: Sql): Sql => sql`
  case when offers.overlap is not null then
    coalesce((select open_suites from item_counts where item_counts.offer = offers.id), 0)
      - coalesce((select open from suite_shares where suite_shares.offer = offers.id and suite_shares.executor = ${executor}), 0) end`
