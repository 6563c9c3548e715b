import type { Rng } from '../properties/rng.ts'

export const programs = ['node1', 'node2', 'worker1', 'worker2'] as const
export const proxies = {
  clients: ['clients-node1', 'clients-node2'],
  database: programs.map((name) => `database-${name}`),
  redis: ['redis-node1', 'redis-node2'],
  hooks: ['hooks'],
} as const
export const networkFaults = ['delay', 'throttle', 'drop', 'halfOpen', 'reset'] as const

/** A fault of a part, with its duration. `extra`: its magnitude, if it has one. */
export type Fault = { readonly kind: string; readonly part: string; readonly ms: number; readonly extra: number }
/** Faults of different parts at the same time, `pauseMs` after the previous step. */
export type Step = { readonly pauseMs: number; readonly faults: readonly Fault[] }

type DrawnFault = Omit<Fault, 'ms'>
type Maker = (rng: Rng) => DrawnFault

const pauseMsMax = 1500
const [shortest, longest] = [200, 2500]
const skewsMs = [0, 300_000, -300_000]
const minute = 60_000
/** Clock jumps: up to an hour forward, or seconds back. */
const jumpsMs = [-2000, minute, 10 * minute, 60 * minute]

const pick = <Item>(rng: Rng, items: readonly Item[]): Item => rng.one(items) as Item
const fault =
  (kind: string, parts: readonly string[], extras: readonly number[] = [0]): Maker =>
  (rng) => ({ kind, part: pick(rng, parts), extra: pick(rng, extras) })

/** Magnitudes of network faults: milliseconds of delay, bytes per second. */
const measures: Readonly<Record<string, readonly number[]>> = { delay: [5, 50, 300], throttle: [2_000, 50_000] }

/** Every possible fault, once. */
const shuffledFaults: readonly Maker[] = [
  fault('kill', ['node1', 'node2'], skewsMs),
  fault('kill', ['node1', 'node2'], skewsMs),
  fault('kill', ['worker1', 'worker2'], skewsMs),
  fault('kill', ['worker1', 'worker2'], skewsMs),
  fault('kill', ['postgres']),
  fault('kill', ['postgres']),
  fault('kill', ['redis']),
  fault('backend', ['postgres']),
  fault('freeze', ['node1', 'node2']),
  fault('freeze', ['worker1', 'worker2']),
  fault('freeze', ['postgres']),
  fault('freeze', ['redis']),
  fault('readOnly', ['postgres']),
  fault('fullDisk', ['postgres']),
  fault('fullDisk', ['uploads', 'uploads-unfinished']),
  fault('refuse', ['receiver'], [500, 503, 429]),
  fault('jump', ['everything'], jumpsMs),
  ...Object.values(proxies).flatMap((names) => networkFaults.map((kind) => fault(kind, names, measures[kind]))),
]

/** Yields faults without end, reproducible by seed: every kind once in random order, then again. */
export function* scheduleFrom(rng: Rng): Generator<Step, never> {
  let left: DrawnFault[] = []
  for (;;) {
    const more = () => left.pop() ?? refill()
    const refill = (): DrawnFault => {
      left = rng.shuffled(shuffledFaults).map((make) => make(rng))
      return left.pop() as DrawnFault
    }
    const first = more()
    const second = rng.happens(0.4) ? more() : undefined
    const faults = second && mayMeet(first, second) ? [first, second] : [first]
    if (second && faults.length === 1) left.push(second)
    const lasting = faults.map((each) => ({ ...each, ms: shortest + rng.whole(longest - shortest) }))
    yield { pauseMs: rng.whole(pauseMsMax), faults: lasting }
  }
}

/** Two faults may coincide if they affect different parts and neither affects all. */
const mayMeet = (a: DrawnFault, b: DrawnFault): boolean =>
  placeOf(a) !== placeOf(b) && ![a, b].some(({ kind }) => kind === 'jump')
const placeOf = ({ part }: DrawnFault): string => part.replace(/^clients-|^redis-(?=node)/, '')

/** Formats a fault: `kill node1 for 812 ms (300000)`. */
export const shown = ({ kind, part, ms, extra }: Fault): string =>
  `${kind} ${part} for ${ms} ms${extra === 0 ? '' : ` (${extra})`}`
