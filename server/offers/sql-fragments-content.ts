import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { OfferContent } from './offer.ts'

/**
 * Selects the content (`OfferContent`) of an offer in this version; null if it is still current, or if the version is null. Costs one index
 * probe: an offer whose content never changed has no rows.
 */
export const formerContent = (offer: Sql, version: Sql): Sql => sql`
  (select content from offer_contents where offer_contents.offer = ${offer} and last_version >= ${version}
    order by last_version limit 1)`

/** Selects the content of a row named `offers` in this version. */
export const contentIn = (version: Sql): Sql => sql`
  coalesce(${formerContent(sql`offers.id`, version)}, jsonb_build_object('title', offers.title,
    'description', offers.description, 'proofInstructions', offers.proof_instructions,
    'acceptanceCriteria', offers.acceptance_criteria, 'details', offers.details,
    'sourceLanguage', offers.source_language, 'translations', offers.translations, 'page', offers.page))`

/** Selects the page of a row named `offers` in this version; null if it had none. */
export const pageIn = (version: Sql): Sql => sql`
  (select case when former.content is null then offers.page else former.content ->> 'page' end
    from (select case when ${version} < offers.version then ${formerContent(sql`offers.id`, version)} end as content) former)`

/** Selects the pages that a row named `offers` had in its last versions, each once, as an array. */
export const formerPages = (versions: number): Sql => sql`
  array(select distinct content ->> 'page' from (
    select content from offer_contents where offer_contents.offer = offers.id
    order by last_version desc limit ${versions}::bigint) former
  where content ->> 'page' is not null)`

/** Selects the title of a row named `offers` in this version. The current version needs no probe. */
export const titleIn = (version: Sql): Sql => sql`
  coalesce(case when ${version} < offers.version then ${formerContent(sql`offers.id`, version)} ->> 'title' end, offers.title)`

/** Selects a title of a row named `offers` for people who have no item of it: the names of placeholders stand in brackets (`filledTitle`). */
export const shownTitle = (title: Sql): Sql => sql`
  case when offers.overlap is null then ${title}
    else regexp_replace(${title}, ${'\\{\\{([^\\s{}]{1,64})\\}\\}'}::text, '[\\1]', 'g') end`

/** Selects the acceptance criteria of a row named `offers` in this version. */
export const criteriaIn = (version: Sql): Sql =>
  sql`coalesce(${formerContent(sql`offers.id`, version)} -> 'acceptanceCriteria', offers.acceptance_criteria)`

export type FormerContent = { readonly offer: number; readonly lastVersion: number; readonly content: OfferContent }

/** Stores the content that a change replaces. */
export const keepContent = (db: Db, { offer, lastVersion, content }: FormerContent): Sql => sql`
  insert into offer_contents (offer, last_version, content, replaced_at)
  values (${offer}::bigint, ${lastVersion}::integer, ${JSON.stringify(content)}::jsonb, ${db.now()})`

/** The code points without a shape (Default_Ignorable_Code_Point), as a part of a regular expression of PostgreSQL. */
const shapeless =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U000e0000-\\U000e0fff'
const unfolded = `[ёςß${shapeless}]|  `

/**
 * The titles of an offer, folded like the query of a search. Rows written before texts were folded in this way are folded
 * here; the check costs half a microsecond for each of the others.
 */
export const foldedSearchable = sql`
  case when searchable is nfkc normalized and searchable !~ ${unfolded}::text then searchable
    else regexp_replace(regexp_replace(translate(replace(lower(normalize(searchable, nfkc)), 'ß', 'ss'), 'ёς', 'еσ'),
      ${`[${shapeless}]`}::text, '', 'g'), ' {2,}', ' ', 'g') end`
