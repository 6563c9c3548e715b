import { type Sql, sql } from '../platform/sql.ts'

/**
 * Selects the rules of a price's edition: one row of details_mode, offer_details_schema and execution_details_schema. Editions never
 * change; each is in one of the two tables.
 */
export const priceEdition = (price: Sql, edition: Sql): Sql => sql`
  select details_mode, offer_details_schema, execution_details_schema from prices
  where id = ${price} and edition = ${edition}
  union all
  select details_mode, offer_details_schema, execution_details_schema from price_editions
  where price = ${price} and edition = ${edition}`
