import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { RuleFacts } from '../money-rules/money-rule.ts'
import { ruleFacts } from '../money-rules/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type {
  AddOn,
  AddOnRow,
  CatalogDocument,
  Category,
  CategoryRow,
  Platform,
  PlatformRow,
  Price,
  PriceRow,
} from './catalog.ts'
import { proofCount } from './sql-fragments.ts'

/** Any constant that no other advisory lock uses. */
const lockKey = 3_182_640_957

/** Locks the catalog for writing until the transaction ends. */
export const lockCatalog = (db: Db) => db.run(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)

export const hasCatalog = (db: Db) =>
  db.one<{ has: boolean }>(sql`select exists (select from categories) or exists (select from add_ons) as has`)

// Inserts entries in document order, so that their ids preserve it.

export const upsertCategories = (db: Db, categories: readonly Category[]) =>
  db.run(sql`
    insert into categories (code, names, is_active, sort_order)
    select code, names, is_active, sort_order
    from rows from (json_to_recordset(${JSON.stringify(categories)}::json)
      as (code text, names json, "isActive" boolean, "sortOrder" integer))
      with ordinality as entry (code, names, is_active, sort_order, position)
    order by position
    on conflict (code) do update set
      names = excluded.names, is_active = excluded.is_active, sort_order = excluded.sort_order`)

/** Expects the categories to exist. `category` is the category's code. */
export const upsertPlatforms = (db: Db, platforms: readonly (Platform & { readonly category: string })[]) =>
  db.run(sql`
    insert into platforms (code, category, names, is_active)
    select entry.code, categories.id, entry.names, entry.is_active
    from rows from (json_to_recordset(${JSON.stringify(platforms)}::json)
      as (code text, category text, names json, "isActive" boolean))
      with ordinality as entry (code, category, names, is_active, position)
    join categories on categories.code = entry.category
    order by position
    on conflict (code) do update set
      category = excluded.category, names = excluded.names, is_active = excluded.is_active`)

const withUnitsAsText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Expects the platforms to exist. */
export const upsertPrices = (db: Db, prices: readonly Price[]) =>
  db.run(sql`
    insert into prices (code, platform, names, reward_units, reward_min_units, reward_max_units, is_active,
      reservation_seconds, details_mode, offer_details_schema, execution_details_schema, proofs_min, proofs_max)
    select entry.code, platforms.id, entry.names, reward_units, reward_min_units, reward_max_units, entry.is_active, reservation_seconds, details_mode,
      offer_details_schema, execution_details_schema, (proofs->>'min')::smallint, (proofs->>'max')::smallint
    from rows from (json_to_recordset(${JSON.stringify(prices, withUnitsAsText)}::json)
      as (code text, platform text, names json, "rewardUnits" bigint, "rewardMinUnits" bigint, "rewardMaxUnits" bigint,
        "isActive" boolean,
        "reservationDurationSeconds" integer, "detailsMode" text, "offerDetailsSchema" json,
        "executionDetailsSchema" json, proofs json))
      with ordinality as entry (code, platform, names, reward_units, reward_min_units, reward_max_units, is_active, reservation_seconds, details_mode,
        offer_details_schema, execution_details_schema, proofs, position)
    join platforms on platforms.code = entry.platform
    order by position
    on conflict (code) do update set
      platform = excluded.platform, names = excluded.names, reward_units = excluded.reward_units,
      reward_min_units = excluded.reward_min_units, reward_max_units = excluded.reward_max_units,
      is_active = excluded.is_active, reservation_seconds = excluded.reservation_seconds,
      details_mode = excluded.details_mode, offer_details_schema = excluded.offer_details_schema,
      execution_details_schema = excluded.execution_details_schema,
      proofs_min = excluded.proofs_min, proofs_max = excluded.proofs_max`)

export const upsertAddOns = (db: Db, addOns: readonly AddOn[]) =>
  db.run(sql`
    insert into add_ons (code, names, cost_units, flat_units, is_active)
    select code, names, cost_units, flat_units, is_active
    from rows from (json_to_recordset(${JSON.stringify(addOns, withUnitsAsText)}::json)
      as (code text, names json, "costPerActionUnits" bigint, "costFlatUnits" bigint, "isActive" boolean))
      with ordinality as entry (code, names, cost_units, flat_units, is_active, position)
    order by position
    on conflict (code) do update set names = excluded.names, cost_units = excluded.cost_units,
      flat_units = excluded.flat_units, is_active = excluded.is_active`)

const codes = (entries: readonly { readonly code: string }[]) => sql`${entries.map(({ code }) => code)}::text[]`

/** Deactivates entries that the document does not name. They are kept, because offers refer to them. */
export const deactivateOthers = (db: Db, { categories, prices, addOns }: CatalogDocument) =>
  db.run(sql`
    with category as (
      update categories set is_active = false where is_active and code <> all(${codes(categories)})
    ), platform as (
      update platforms set is_active = false
      where is_active and code <> all(${codes(categories.flatMap(({ platforms }) => platforms))})
    ), price as (
      update prices set is_active = false where is_active and code <> all(${codes(prices)})
    )
    update add_ons set is_active = false where is_active and code <> all(${codes(addOns)})`)

/** Records in the audit log who changed the catalog, and which entries. There is one catalog, so it has no id. */
export const recordChange = (db: Db, account: Id<'account'> | null, changed: object) =>
  db.run(
    recordDecisions(db)`
      select 'operator' as actor, ${account}::bigint as account, 'catalog.change' as action, 'catalog' as subject,
        0::bigint as subject_id, null::bigint as owner, null::text as reason, ${JSON.stringify(changed)}::jsonb as data`,
  )

export const readCategories = (db: Db, by: By) =>
  forCaller<CategoryRow>(db, by)`
      select id, code, names, is_active, sort_order from categories order by sort_order, id`

/** The ids by which a list is filtered; null for all. */
export type CatalogFilter = { readonly category: number | null; readonly platform: number | null }

export const readPlatforms = (db: Db, by: By, { category }: Pick<CatalogFilter, 'category'>) =>
  forCaller<PlatformRow>(db, by)`
      select platforms.id, platforms.code, platforms.names, platforms.category, platforms.is_active,
        platforms.is_active and categories.is_active as is_offered
      from platforms join categories on categories.id = platforms.category
      where ${category}::bigint is null or platforms.category = ${category}::bigint
      order by categories.sort_order, categories.id, platforms.id`

export const readPrices = (db: Db, by: By, { category, platform }: CatalogFilter) =>
  forCaller<PriceRow & RuleFacts>(db, by)`
      select prices.id, prices.code, prices.names, prices.platform, platforms.code as platform_code, platforms.category,
        prices.reward_units, prices.reward_min_units, prices.reward_max_units, prices.is_active,
        prices.is_active and platforms.is_active and categories.is_active as is_offered,
        prices.reservation_seconds as reservation_duration_seconds, prices.details_mode, prices.offer_details_schema,
        prices.execution_details_schema, ${proofCount} as proofs, ${ruleFacts(db)}
      from prices
      join platforms on platforms.id = prices.platform
      join categories on categories.id = platforms.category
      where (${category}::bigint is null or platforms.category = ${category}::bigint)
        and (${platform}::bigint is null or prices.platform = ${platform}::bigint)
      order by categories.sort_order, categories.id, prices.id`

export const readAddOns = (db: Db, by: By) =>
  forCaller<AddOnRow>(db, by)`
      select id, code, names, cost_units as cost_per_action_units, flat_units as cost_flat_units, is_active
      from add_ons order by id`
