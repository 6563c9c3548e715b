import { type Sql, sql } from '../platform/sql.ts'

/**
 * What an edition of a price asks of details: one row of details_mode, offer_details_schema and execution_details_schema.
 * An edition never changes; each is in one of the two tables.
 */
export const priceEdition = (price: Sql, edition: Sql): Sql => sql`
  select details_mode, offer_details_schema, execution_details_schema from prices
  where id = ${price} and edition = ${edition}
  union all
  select details_mode, offer_details_schema, execution_details_schema from price_editions
  where price = ${price} and edition = ${edition}`
