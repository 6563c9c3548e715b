import { type Sql, sql } from '../platform/sql.ts'

/** How many proofs a price or an edition asks for; null: the default. */
export const proofCount = sql`
  case when proofs_min is not null then json_build_object('min', proofs_min, 'max', proofs_max) end`

/**
 * Selects the rules of a price's edition: one row of details_mode, offer_details_schema, execution_details_schema and proofs.
 * Editions never change; each is in one of the two tables.
 */
export const priceEdition = (price: Sql, edition: Sql): Sql => sql`
  select details_mode, offer_details_schema, execution_details_schema, ${proofCount} as proofs from prices
  where id = ${price} and edition = ${edition}
  union all
  select details_mode, offer_details_schema, execution_details_schema, ${proofCount} as proofs from price_editions
  where price = ${price} and edition = ${edition}`

/** Selects the name and position of each answer that any edition of a price knows. */
export const answerNames = (price: Sql): Sql => sql`
  select answer.name, answer.position from (
    select execution_details_schema as schema from prices where id = ${price}
    union all select execution_details_schema from price_editions where price = ${price}
  ) editions cross join lateral json_object_keys(
    case when json_typeof(schema->'properties') = 'object' then schema->'properties' else '{}' end
  ) with ordinality as answer (name, position)`
