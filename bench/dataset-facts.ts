/**
 * The accounts and records that a benchmark uses. Every id is computed from an index (0, 1, 2 …), because pgbench, which runs the
 * same statements, can compute numbers but not look them up: executor, offer, reservation and execution of an index belong
 * together.
 */
export type DatasetFacts = {
  readonly seed: number
  /** Active offers, without the hot one. */
  readonly offers: number
  readonly advertisers: number
  readonly executors: number
  /** The price for new offers. */
  readonly price: number
  readonly categories: readonly Category[]
  /** Activation of the newest offer, in Unix milliseconds; the others are older. */
  readonly newestMs: number
  /** Access tokens of the executors, by index. */
  readonly tokens: readonly string[]
  /** API keys of the advertisers by account id, then of the reporters. */
  readonly keys: readonly string[]
  readonly reporters: readonly Reporter[]
}
export type Category = { readonly id: number; readonly platforms: readonly number[] }

/** An additional advertiser with reports on tasks. */
export type Reporter = {
  readonly account: number
  readonly reports: number
  readonly tasks: number
  readonly firstTask: number
  readonly firstReport: number
}

/** The period over which the offers were activated. */
export const spanMs = 60 * 24 * 3_600_000

export const firstExecutor = 1_000_001
export const firstReservation = 500_000_000
export const firstExecution = 500_000_000
/** Ids that the server generates start here. */
export const firstNew = 1_000_000_000
/** Ids that pgbench generates start here. */
export const firstOfPgbench = 2_000_000_000

/** Every fourth offer asks for feedback and receives reports; the others are of any type. */
export const workedEach = 4
export const workedOffers = ({ offers }: Pick<DatasetFacts, 'offers'>): number => Math.ceil(offers / workedEach)

export const offerAt = (facts: DatasetFacts, index: number): number => 1 + workedEach * (index % workedOffers(facts))
export const advertiserOf = ({ advertisers }: DatasetFacts, offer: number): number =>
  1 + (Math.floor((offer - 1) / workedEach) % advertisers)
/** One more offer, for tests in which all clients use the same offer. */
export const hotOffer = ({ offers }: Pick<DatasetFacts, 'offers'>): number => offers + 1

/** Digits only, so that SQL can compute it too: the proof id of an index, and the hash of pgbench's credentials. */
export const proofAt = (index: number): string =>
  String(index)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

// Primes above the number of records: each step visits every index once, in a scattered order.
const steps = [2_247_373, 3_503_783, 6_119_569, 7_467_737, 9_824_527]

export const stepOf = ({ seed }: DatasetFacts): number => steps[Math.abs(seed) % steps.length] ?? 1

/** Returns the index that the nth request uses. */
export const placeOf = (facts: DatasetFacts, turn: number, places: number): number => (turn * stepOf(facts)) % places
