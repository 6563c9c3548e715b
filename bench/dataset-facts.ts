/**
 * Who and what a benchmark acts on. Every id follows from a place, 0, 1, 2 …, because pgbench, which runs the same
 * statements, can compute numbers but not look them up: executor, offer, reservation and execution of a place belong together.
 */
export type DatasetFacts = {
  readonly seed: number
  /** Active offers, but the hot one. */
  readonly offers: number
  readonly advertisers: number
  readonly executors: number
  /** What new offers ask for. */
  readonly price: number
  readonly categories: readonly Category[]
  /** When the newest offer was activated, in Unix milliseconds; the others follow it into the past. */
  readonly newestMs: number
  /** Access tokens of the executors, by place. */
  readonly tokens: readonly string[]
  /** API keys of the advertisers, in order of their ids; then those of the reporters. */
  readonly keys: readonly string[]
  readonly reporters: readonly Reporter[]
}
export type Category = { readonly id: number; readonly platforms: readonly number[] }

/** An advertiser beside the others, with so many reports on so many tasks. */
export type Reporter = {
  readonly account: number
  readonly reports: number
  readonly tasks: number
  readonly firstTask: number
  readonly firstReport: number
}

/** How far the offers' activations lie back, in all. */
export const spanMs = 60 * 24 * 3_600_000

export const firstExecutor = 1_000_001
export const firstReservation = 500_000_000
export const firstExecution = 500_000_000
/** What the server makes gets ids from here on. */
export const firstNew = 1_000_000_000
/** What pgbench makes. */
export const firstOfPgbench = 2_000_000_000

/** Each fourth offer asks for an opinion, and is worked on; the others ask for anything. */
export const workedEach = 4
export const workedOffers = ({ offers }: Pick<DatasetFacts, 'offers'>): number => Math.ceil(offers / workedEach)

export const offerAt = (facts: DatasetFacts, index: number): number => 1 + workedEach * (index % workedOffers(facts))
export const advertiserOf = ({ advertisers }: DatasetFacts, offer: number): number =>
  1 + (Math.floor((offer - 1) / workedEach) % advertisers)
/** One more offer, on which everybody works at once. */
export const hotOffer = ({ offers }: Pick<DatasetFacts, 'offers'>): number => offers + 1

/** Digits only, so that SQL writes the same: the id of a place's proof, and the hash of a credential that only pgbench has. */
export const proofAt = (index: number): string =>
  String(index)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

// Larger than any number of places, and prime: each leads through all places, once, in an order that jumps.
const steps = [2_247_373, 3_503_783, 6_119_569, 7_467_737, 9_824_527]

export const stepOf = ({ seed }: DatasetFacts): number => steps[Math.abs(seed) % steps.length] ?? 1

/** The place that the nth request acts on. */
export const placeOf = (facts: DatasetFacts, turn: number, places: number): number => (turn * stepOf(facts)) % places
