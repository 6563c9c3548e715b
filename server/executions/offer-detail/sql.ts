import { priceEdition } from '../../catalog/sql-fragments.ts'
import { onlyItem } from '../../items/sql-fragments-answers.ts'
import { shareOf } from '../../items/sql-fragments-shares.ts'
import { availableColumns } from '../../offers/sql-fragments.ts'
import { formerContent } from '../../offers/sql-fragments-content.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { type CoolDown, editionOf, isRunning } from '../../reservations/sql-fragments.ts'
import { executorFacts, offerFacts, participation } from '../../reservations/sql-fragments-eligibility.ts'
import type { Id } from '../../values/id.ts'
import type { OfferDetailFacts, PriceSchemas, PublicOffer } from '../offer-detail.ts'

/** One request of a batch: caller and offer. The cool-down settings of the first apply to all. */
export type DetailRequest = {
  readonly account: Id<'account'>
  readonly offer: Id<'offer'>
  readonly settings: CoolDown
}

/** The current facts of an offer; id is null if there is none. */
export type OfferDetailRow = (OfferDetailFacts | { readonly id: null }) & { readonly now: Date }

/**
 * Reads a batch of offers as executors see them, in the order of `requests`, with each executor's Active reservation and newest execution.
 * Every table is reached by an index. The schemas of the price are read separately (`readSchemas`), because they are long and those of an
 * edition never change.
 */
export const readOfferDetails = (db: Db, requests: readonly DetailRequest[]) =>
  db.many<OfferDetailRow>(sql`
    select ${db.now()} as now, ${availableColumns}, state.total_limit, offers.details, offers.proof_instructions,
      offers.acceptance_criteria, coalesce(reserved.version, offers.version) as offer_version,
      ${contentForExecutors(sql`former.content`)} as reserved_content, ${kindOf(sql`offers.page`)} as page_kind, price.id as price,
      case when offers.overlap is not null then ${onlyItem(sql`mine.own_id`)} end as item_data,
      ${ownAccuracyOf} as own_counts, offers.gold, offers.items_per_slot, coalesce(reserved.edition, price.edition) as edition,
      person.*, offered.*, mine.own_id, mine.expired_id, mine.taken, mine.failed, mine.is_screened_out, share.*, mine.own_id as my_reservation, mine.running as running_own,
      mine.expires_at as my_expires_at, mine.extended_at as my_extended_at, work.id as my_execution, work.status as my_status
    from unnest(${requests.map(({ account }) => account)}::bigint[], ${requests.map(({ offer }) => offer)}::bigint[])
      with ordinality as request (account, offer, place)
    left join offers on offers.id = request.offer
    left join offer_states state on state.offer = offers.id
    left join prices price on price.id = offers.price
    left join advertisers repute on repute.account = offers.advertiser
    left join lateral (${ownReservations(db)}) mine on true
    left join lateral (
      select id, status, offer_version from executions where executor = request.account and offer = offers.id
      order by id desc limit 1) work on true
    left join lateral (
      select coalesce(mine.offer_version, case when ${showsWork} then work.offer_version end) as version,
        coalesce(mine.edition, case when ${showsWork} then mine.work_edition end) as edition) reserved on true
    left join lateral (select ${formerContent(sql`offers.id`, sql`reserved.version`)} as content) former on true
    left join lateral (${executorFacts(db, sql`request.account`, (requests[0] as DetailRequest).settings)}) person on true
    left join lateral (${offerFacts(db, sql`request.account`)}) offered on true
    left join lateral (${shareOf(sql`request.account`)}) share on true
    order by request.place`)

/** What the executor of a request answered to the gold items of an offer; null: nothing. */
const ownAccuracyOf = sql`
  case when offers.gold is not null then (
    select json_build_object('rightCount', right_count, 'answeredCount', answered_count) from executor_accuracy accuracy
    where accuracy.offer = offers.id and accuracy.executor = request.account) end`

type PublicOfferRow = Omit<PublicOffer, keyof PriceSchemas | 'advertiserAlias'> &
  Pick<OfferDetailFacts, 'price' | 'edition' | 'startsAt' | 'endsAt'> & { readonly now: Date }

/** Reads an active offer with free slots that needs no invitation. */
export const readPublicOffer = (db: Db, id: Id<'offer'>) =>
  db.maybe<PublicOfferRow>(sql`
    select ${availableColumns}, state.total_limit, offers.details, offers.proof_instructions, offers.acceptance_criteria,
      offers.version as offer_version, ${kindOf(sql`offers.page`)} as page_kind, offers.items_per_slot, price.id as price, price.edition,
      offers.starts_at, offers.ends_at, ${db.now()} as now
    from offers join offer_states state on state.offer = offers.id join prices price on price.id = offers.price
    left join advertisers repute on repute.account = offers.advertiser
    where offers.id = ${id}::bigint and state.status = 'Active' and state.remaining > 0 and offers.allow_list is null`)

/** Items without a page have a form without fields. */
const kindOf = (page: Sql): Sql => sql`
  coalesce(${page}::json ->> 'kind', case when offers.overlap is not null then 'form' end)`

/** A page takes up to 300 KiB, and is read where the work is done. */
const contentForExecutors = (content: Sql): Sql => sql`
  (${content} - 'page') || jsonb_build_object('pageKind', ${kindOf(sql`(${content} ->> 'page')`)})`

/** Whether the executor sees the content of their newest work. Executors who may reserve again see the current content. */
const showsWork = sql`(
  state.status <> 'Active' or mine.taken >= offers.per_executor_limit or mine.failed >= offers.attempts_max)`

/**
 * Selects the executor's reservations of an offer, with the version and edition of the unexpired one, work before rework. Reservations are
 * sequential, so the newest one has the highest version and edition.
 */
function ownReservations(db: Db): Sql {
  const [held, runs] = [isRunning(db), sql`status = 'Active' and expires_at > ${db.now()}`]
  const edition = editionOf(sql`reservations`)
  const reserved = (column: Sql) =>
    sql`coalesce(max(${column}) filter (where ${held}), max(${column}) filter (where ${runs}))`
  return sql`
    select ${participation(db)}, max(expires_at) filter (where ${held}) as expires_at,
      max(extended_at) filter (where ${held}) as extended_at, ${reserved(sql`id`)} as running, ${reserved(sql`offer_version`)} as offer_version,
      ${reserved(edition)} as edition, max(${edition}) filter (where kind = 'Work' and status = 'Submitted') as work_edition
    from reservations where executor = request.account and offer = offers.id`
}

/** Reads the schemas of an edition of a price. */
export const readSchemas = (db: Db, { price, edition }: Pick<OfferDetailFacts, 'price' | 'edition'>) =>
  db.one<PriceSchemas>(sql`
    select offer_details_schema, execution_details_schema, proofs
    from (${priceEdition(sql`${price}::bigint`, sql`${edition}::integer`)}) price`)
