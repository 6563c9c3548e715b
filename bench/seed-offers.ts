import type { Db } from '../server/platform/database/db.ts'
import { type Sql, sql } from '../server/platform/sql.ts'
import { foldText } from '../server/values/requests/texts.ts'
import { type DatasetFacts, hotOffer, spanMs, workedEach } from './dataset-facts.ts'
import { withoutIndexes } from './indexes.ts'
import { type Language, languages, syllables } from './sample-texts.ts'

const criteria = [
  { id: 'c1', text: 'The opinion is about the topic that the offer names, in whole sentences.', required: true },
  { id: 'c2', text: 'A picture of the page shows when it was read.', required: true },
  { id: 'c3', text: 'What could be better is said too.', required: false },
]
const details = { url: 'https://example.com/post/1', topic: 'The new opening hours', minLength: 100 }
const description = 'Read the post to its end, then write in your own words what you think of it, good or bad. '

const atOnce = 200_000

export const seedOffers = (db: Db, facts: DatasetFacts): Promise<void> =>
  withoutIndexes(db, 'offers', async () => {
    const last = hotOffer(facts)
    for (let first = 1; first <= last; first += atOnce) {
      await db.run(offers(facts, first, Math.min(last, first + atOnce - 1)))
    }
  })

/** The words of all languages in sequence; each language has equally many. */
const everyWord = (kind: 'verbs' | 'things' | 'places'): string[] => languages.flatMap((language) => language[kind])
const wordsIn = (kind: 'verbs' | 'things' | 'places'): number => (languages[0] as Language)[kind].length

const pick = (words: readonly string[], count: number, language: Sql, place: Sql): Sql =>
  sql`(${words}::text[])[${language} * ${count}::integer + 1 + mod(${place}, ${count}::integer)]`

/** A title in one language, as displayed or in its searchable form. */
function title(language: Sql, written: (word: string) => string): Sql {
  const one = (kind: 'verbs' | 'things' | 'places', place: Sql) =>
    pick(everyWord(kind).map(written), wordsIn(kind), language, place)
  return sql`${one('verbs', sql`verb`)} || ' ' || ${one('things', sql`thing`)} || ' ' || ${one('places', sql`place`)} || ' ' || name`
}

const asIs = (word: string): string => word
const syllable = sql`(${syllables}::text[])[1 + floor(random() * ${syllables.length}::integer)::integer]`
const draw = sql`floor(random() * 1000)::integer`

/** Every third offer has a second title, in the next language. */
const second = sql`mod(language + 1, ${languages.length}::integer)`

/**
 * Every fourth offer asks for feedback, the others are of any type. Half have no restrictions; the others require an age, a
 * gender or countries, all of which our executors meet.
 */
const offers = (facts: DatasetFacts, first: number, last: number): Sql => sql`
  with seeded as materialized (select setseed(${(((facts.seed + first) * 7919) % 100_000) / 100_000}::double precision)),
  kinds as (select prices.*, row_number() over (order by prices.id) - 1 as kind, count(*) over () as kinds from prices),
  feedback as (select id, row_number() over (order by id) - 1 as kind, count(*) over () as kinds from prices
    where code like 'social.feedback%'),
  drawn as (
    select id, random() as chance, 1000 + floor(random() * 9000)::bigint as reward, ${draw} as verb, ${draw} as thing,
      ${draw} as place, floor(random() * 1000)::integer as other,
      case when random() < 0.5 then 0 else 1 + floor(random() * ${languages.length - 1}::integer)::integer end as language,
      random() < 0.33 as is_translated, ${syllable} || ${syllable} || ${syllable} || ${syllable} as name
    from seeded, generate_series(${first}::integer, ${last}::integer) id
  ),
  titled as (
    select drawn.*, ${title(sql`language`, asIs)} as title, ${title(sql`language`, foldText)} as folded,
      case when is_translated then ${title(second, asIs)} end as second_title,
      case when is_translated then ${title(second, foldText)} end as second_folded
    from drawn
  )
  insert into offers (id, advertiser, source, price, category, platform, type, title, searchable, description,
    proof_instructions, acceptance_criteria, details, source_language, translations, min_age, max_age, gender,
    target_countries, reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds, review_seconds,
    max_reworks, rework_seconds, per_executor_limit, created_at, updated_at, submitted_at, activated_at)
  select titled.id, 1 + ((titled.id - 1) / ${workedEach}::integer) % ${facts.advertisers}::integer, 'GroupA.submit', kinds.id,
    platforms.category, kinds.platform, kinds.code, title, folded || coalesce(E'\n' || second_folded, ''),
    repeat(${description}::text, 4), 'One picture of the page that you read.', ${JSON.stringify(criteria)}::jsonb,
    ${JSON.stringify(details)}::jsonb, (${languages.map(({ code }) => code)}::text[])[language + 1],
    case when is_translated then jsonb_build_object((${languages.map(({ code }) => code)}::text[])[${second} + 1],
      jsonb_build_object('title', second_title)) else '{}' end,
    case when chance < 0.2 then 21 end, case when chance < 0.2 then 60 end,
    case when chance between 0.2 and 0.3 then 'Female' else 'Any' end,
    case when chance between 0.3 and 0.5 then array[276, 840]::bigint[] else '{}' end,
    reward, reward / 10, 0, 0, 'USD', 3600, 259200, 2, 86400, 1, activated, activated, activated, activated
  from titled
  join kinds on kinds.id = case when titled.id % ${workedEach}::integer = 1
    then (select id from feedback where kind = other % kinds)
    else (select id from kinds other_kinds where kind = other % kinds) end
  join platforms on platforms.id = kinds.platform,
  lateral (select date_trunc('milliseconds', to_timestamp((${facts.newestMs}::double precision
    - titled.id * ${spanMs / facts.offers}::double precision) / 1000)) as activated) times
  order by titled.id`
