import type { RuleFacts } from '../money-rules/money-rule.ts'
import { ruleFacts } from '../money-rules/sql-fragments.ts'
import { debtUnits } from '../payments/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { factsOfRequired } from '../qualifications/sql-fragments.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { requiredText } from './audience.ts'
import type { OfferInput } from './input.ts'
import type { CatalogFacts, OfferBan } from './priced-offer.ts'

export type OrderFacts = CatalogFacts &
  RuleFacts & {
    readonly language: string
    readonly availableUnits: Units
    readonly debtUnits: Units
    readonly existing: Id<'offer'> | null
  } & OfferBan

/** The members of an input that decide which price facts are read. */
export type PriceFactsQuery = Pick<
  OfferInput,
  'price' | 'addOns' | 'externalId' | 'allowList' | 'blockList' | 'requirements' | 'quotas' | 'rules'
>

export const listOf = (numbers: readonly number[]): string => `{${numbers.join(',')}}`

/** Selects the catalog facts and available funds for `requested` (price, add_ons, external_id, allow_list, block_list, required) and an advertiser. */
export const catalogFacts = (db: Db, advertiser: Sql): Sql => sql`
  coalesce(advertisers.barred_until > ${db.now()}, false) as is_barred,
  nullif(advertisers.barred_until, 'infinity') as barred_until,
  ${isOwnList(sql`requested.allow_list`, advertiser)} as allow_list_known,
  ${isOwnList(sql`requested.block_list`, advertiser)} as block_list_known,
  required.qualifications_unknown, required.qualifications_without_score, required.qualifications_of_marketplace,
  price.id as price, platform.category, price.platform, price.code as type,
  price.reward_units, price.reward_min_units, price.reward_max_units, price.is_active and platform.is_active and category.is_active as price_active,
  price.reservation_seconds, price.details_mode, price.offer_details_schema, price.execution_details_schema,
  add_on.known as add_ons_known, add_on.cost_units as add_on_units, add_on.flat_units, account.language,
  coalesce(balance.units, 0) as available_units, ${debtUnits(advertiser)} as debt_units, existing.id as existing, ${ruleFacts(db)}`

const isOwnList = (list: Sql, advertiser: Sql): Sql => sql`
  (${list} is null or (select id from executor_lists where id = ${list} and advertiser = ${advertiser}) is not null)`

export const catalogFactsFrom = (advertiser: Sql): Sql => sql`
  left join lateral (${factsOfRequired(sql`requested.required::bigint[]`, advertiser)}) required on requested.required is not null
  left join lateral (
    select count(*) as known, coalesce(sum(cost_units), 0)::bigint as cost_units,
      coalesce(sum(flat_units), 0)::bigint as flat_units
    from add_ons where id = any(requested.add_ons::bigint[]) and is_active) add_on on true
  left join prices price on price.id = requested.price
  left join platforms platform on platform.id = price.platform
  left join categories category on category.id = platform.category
  left join accounts account on account.id = ${advertiser}
  left join advertisers on advertisers.account = ${advertiser}
  left join lateral (
    select units from balances where book = 'advertiser.available' and owner = ${advertiser} limit 1) balance on true
  left join lateral (
    select id from offers where advertiser = ${advertiser} and offers.external_id = requested.external_id limit 1) existing on true`

export const readOrderOf = (
  db: Db,
  { price, addOns, externalId, allowList, blockList, requirements, quotas, rules }: PriceFactsQuery,
  advertiser: Id<'account'>,
) =>
  db.one<OrderFacts>(sql`
    select ${catalogFacts(db, sql`${advertiser}::bigint`)}
    from (select ${price}::bigint as price, ${listOf(addOns)}::text as add_ons, ${externalId}::text as external_id,
      ${allowList}::bigint as allow_list, ${blockList}::bigint as block_list,
      ${requiredText({ requirements, quotas, rules })}::text as required) requested
    ${catalogFactsFrom(sql`${advertiser}::bigint`)}`)
