import { orderByReward } from '../../server/offers/offer-index/block-reward-order.ts'
import {
  findPage,
  isCached,
  newOfferIndex,
  type OfferIndex,
  put,
  remove,
  textQueryFor,
} from '../../server/offers/offer-index/offer-index.ts'
import { everything, type Filter } from '../../server/offers/offer-index/query.ts'
import { findPageByReward, type RewardSearch } from '../../server/offers/offer-index/sort-by-reward.ts'
import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import { oneOf, rngOf } from '../rng.ts'
import { type Language, languageAt, languages, syllables, termAt } from '../sample-texts.ts'

type Row = { readonly work: string; readonly offers: number; readonly p50Us: number; readonly p99Us: number }

const kinds = 40
const advertisers = 1_000
const audiences = 20
const platformsEach = 8
const spanMs = 60 * 24 * 3_600_000
const firstMs = 1_750_000_000_000
const queryCount = 400
const searchCount = 200
const farOffset = 999 * 20

/** Fills an offer index like a data set of this size, without PostgreSQL. */
function fill(offers: number, seed: number): OfferIndex {
  const offerIndex = newOfferIndex()
  for (let id = 1; id <= offers; id++) {
    const rng = rngOf(seed, id)
    const platform = 1 + (id % kinds)
    put(offerIndex, {
      id,
      at: firstMs + Math.floor((id * spanMs) / offers),
      platform,
      category: 1 + Math.floor(platform / platformsEach),
      rewardUnits: 1000 + Math.floor(rng() * 9000),
      advertiser: 1 + Math.floor(rng() * advertisers),
      audience: `${Math.floor(rng() ** 2 * audiences)}`,
      text: Buffer.from(titleBy(rng)),
    })
  }
  for (const block of offerIndex.blocks) block.byReward = orderByReward(block)
  return offerIndex
}

function titleBy(rng: () => number): string {
  const { verbs, things, places } = languages[languageAt(rng())] as Language
  const name = Array.from({ length: 4 }, () => oneOf(syllables, rng())).join('')
  return `${oneOf(verbs, rng())} ${oneOf(things, rng())} ${oneOf(places, rng())} ${name}`.toLowerCase()
}

type IndexRequest = { readonly filter?: Partial<Filter>; readonly more?: Partial<RewardSearch> }
type Question = (rng: () => number) => IndexRequest

const wanted = ({ filter, more }: IndexRequest): RewardSearch => ({
  filter: { ...everything, ...filter },
  offset: 0,
  after: undefined,
  limit: 21,
  ...more,
})

/** Queries by name, each with different random bounds. */
function indexRequests(offers: number): Readonly<Record<string, Question>> {
  const category = (rng: () => number) => 1 + Math.floor(rng() * 5)
  const minUnits = (rng: () => number) => 1000 + Math.floor(rng() * 9000)
  const from = (rng: () => number) => firstMs + rng() * spanMs * 0.8
  return {
    'page 1': () => ({}),
    'page 1,000': () => ({ more: { offset: Math.min(farOffset, offers - 20) } }),
    'behind a cursor': (rng) => ({
      more: { after: { at: Math.floor(from(rng)), id: offers, rewardUnits: minUnits(rng) } },
    }),
    'a category': (rng) => ({ filter: { category: category(rng) } }),
    'a category, rewards': (rng) => ({ filter: { category: category(rng), minUnits: minUnits(rng) } }),
    'rewards, page 1,000': () => ({ filter: { minUnits: 2000 }, more: { offset: farOffset } }),
    'a category, rewards, dates': (rng) => ({
      filter: { category: category(rng), minUnits: minUnits(rng), from: from(rng) },
    }),
  }
}

/** The caller belongs to three of four audiences. */
const eligibleAudiences = Uint8Array.from({ length: audiences }, (_, number) => (number % 4 === 3 ? 0 : 1))
const eligible = (asked: IndexRequest): IndexRequest => ({ ...asked, filter: { ...asked.filter, eligibleAudiences } })

type Variant = {
  readonly name: string
  readonly run: typeof findPageByReward
  readonly apply: (request: IndexRequest) => IndexRequest
}

/** Each query runs in both orders, over all offers and over those one executor is eligible for. */
const variants: readonly Variant[] = [
  { name: '', run: findPage, apply: (request) => request },
  { name: '; by reward', run: findPageByReward, apply: (request) => request },
  { name: '; eligible', run: findPage, apply: eligible },
  { name: '; eligible, by reward', run: findPageByReward, apply: eligible },
]

const now = (): number => performance.now() * 1000

function timed(offers: number, work: string, count: number, once: (turn: number) => void): Row {
  const times = Array.from({ length: count }, (_, turn) => {
    const start = now()
    once(turn)
    return now() - start
  }).sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(count * share)] ?? Number.NaN
  return { work, offers, p50Us: at(0.5), p99Us: at(0.99) }
}

function measureSize(offers: number, seed: number): Row[] {
  const offerIndex = fill(offers, seed)
  const answered = Object.entries(indexRequests(offers)).flatMap(([work, question]) =>
    variants.map(({ name, run, apply }) => {
      const once = (turn: number) => void run(offerIndex, wanted(apply(question(rngOf(seed, turn)))))
      // Warm-up: lazy sorting and compilation happen here.
      for (let turn = 0; turn < queryCount; turn++) once(turn)
      return timed(offers, `${work}${name}`, queryCount, once)
    }),
  )
  const common: Question = () => ({ filter: { query: textQueryFor(offerIndex, 'th') } })
  findPage(offerIndex, wanted(common(() => 0)))
  const searched = variants.map(({ name, run, apply }) =>
    timed(offers, `repeated search${name}`, queryCount, () => void run(offerIndex, wanted(apply(common(() => 0))))),
  )
  const search = (turn: number): void => {
    const query = textQueryFor(offerIndex, termAt(seed, turn))
    if (!isCached(offerIndex, query)) findPage(offerIndex, wanted({ filter: { query } }))
  }
  const found = timed(offers, 'search for a new text', searchCount, search)
  const change = timed(offers, 'an offer added, one removed', queryCount, (turn) => {
    const [place] = findPage(offerIndex, wanted({ more: { offset: turn * 7, limit: 1 } })).positions
    if (place) remove(offerIndex, place)
    put(offerIndex, { ...{ id: offers + turn + 1, at: firstMs + spanMs + turn }, rewardUnits: 1000, ...one })
  })
  return [...answered, ...searched, found, change]
}

const one = { category: 1, platform: 1, advertiser: 1, audience: '0', text: Buffer.from('one more') }

const about = `The index of available offers alone: in memory, without HTTP and PostgreSQL, on one core. Each search is for a new text of
two to twelve characters.`

/** Measures the index behind the list of available offers, at each size. */
export async function measureOfferIndex(installation: Installation, options: Options): Promise<Measured> {
  const { sizes, seed } = options
  const rows = sizes.flatMap((offers) => measureSize(offers, seed))
  const report = {
    circumstances: await circumstances(installation.db),
    options: { sizes, seed, queryCount, searchCount },
    rows,
  }
  const lines = rows.map(({ work, offers, p50Us, p99Us }) => [work, whole(offers), fine(p50Us), fine(p99Us)])
  const tables = [[['work', 'offers', 'p50 µs', 'p99 µs'], lines] as const]
  return { report, markdown: pageOf(report, { of: 'the offer index', about, tables }), isWell: true }
}
