/**
 * Who and what a benchmark acts on. Every id follows from a place, 0, 1, 2 …, because pgbench, which runs the same
 * statements, can compute numbers but not look them up: executor, offer, reservation and execution of a place belong together.
 */
export type World = {
  readonly seed: number
  readonly offers: number
  readonly advertisers: number
  readonly executors: number
  /** What new offers ask for. */
  readonly price: number
  /** Access tokens of the executors, by place. */
  readonly tokens: readonly string[]
  /** API keys of the advertisers, in order of their ids. */
  readonly keys: readonly string[]
}

export const firstExecutor = 1_000_001
export const firstReservation = 500_000_000
export const firstExecution = 500_000_000
/** What the server makes gets ids from here on. */
export const firstNew = 1_000_000_000
/** What pgbench makes. */
export const firstOfPgbench = 2_000_000_000

export const offerAt = ({ offers }: World, place: number): number => 1 + (place % offers)
export const advertiserOf = ({ advertisers }: World, offer: number): number => 1 + ((offer - 1) % advertisers)
/** One more offer, on which everybody works at once. */
export const hotOffer = ({ offers }: World): number => offers + 1

/** Digits only, so that SQL writes the same: the id of a place's proof, and the hash of a credential that only pgbench has. */
export const proofAt = (place: number): string =>
  String(place)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

// Larger than any number of places, and prime: each leads through all places, once, in an order that jumps.
const steps = [224_737, 350_377, 611_953, 746_773, 982_451]

export const stepOf = ({ seed }: World): number => steps[Math.abs(seed) % steps.length] ?? 1

/** The place that the nth request acts on. */
export const placeOf = (world: World, turn: number, places: number): number => (turn * stepOf(world)) % places
