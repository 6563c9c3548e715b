import type { Plain, Round, Served } from './measure.ts'

/** One kind of work, on so many offers, or with so many reports of one advertiser: asked by so many clients, or at a pace. */
export type Row = {
  readonly name: string
  readonly size: number
  readonly of: 'offers' | 'reports'
  readonly clients: number
  /** Of an open loop: requests that were due in a second. */
  readonly perSecond?: number
  readonly rounds: readonly Round[]
}

/** All that is looked at for the goals. */
export type Results = {
  readonly rows: readonly Row[]
  /** What the server had resident before anything was asked but one list. */
  readonly rests: readonly { readonly size: number; readonly of: Row['of']; readonly mebibytes: number }[]
  readonly starts: readonly Starts[]
  readonly keptUp: readonly KeptUp[]
}
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The one in the middle; of an even number, the mean of both. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return mean([sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)] ?? Number.NaN])
}

/** Each figure of some rounds as one. */
const measurementsOf = <Part extends Plain>(parts: readonly Part[]): Part | undefined =>
  parts[0] && {
    ...parts[0],
    ...Object.fromEntries(
      Object.entries(parts[0]).flatMap(([name, value]) =>
        typeof value === 'number'
          ? [[name, medianOf(parts.map((part) => Number(part[name as keyof Part] ?? Number.NaN)))]]
          : [],
      ),
    ),
  }

export type Measurements = {
  readonly served: Served
  readonly bare: Served | undefined
  readonly last: Plain | undefined
  readonly all: Plain | undefined
}

/** A row's rounds as one. */
export const measurementsIn = ({ rounds }: Row): Measurements => ({
  served: measurementsOf(rounds.map((round) => round.served)) as Served,
  bare: measurementsOf(rounds.flatMap((round) => round.bare ?? [])),
  last: measurementsOf(rounds.flatMap((round) => round.last ?? [])),
  all: measurementsOf(rounds.flatMap((round) => round.all ?? [])),
})

/** Milliseconds from the start of `./market serve`, on a migrated database that runs already, to its first answer. */
export type Starts = { readonly size: number; readonly ms: readonly number[] }

/** Reports accepted as fast as so many clients send them, and the webhooks for all of them. */
export type KeptUp = {
  readonly endpoints: number
  readonly clients: number
  readonly accepts: number
  readonly perSecond: number
  readonly arrived: number
  /** From the last accept to the arrival of the last webhook. */
  readonly behindMs: number
  /** From the last accept until no delivery was due any more. */
  readonly emptyMs: number
  readonly unexpected: Served['unexpected']
}

export const whole = (number: number | undefined): string =>
  number === undefined ? '–' : Math.round(number).toLocaleString('en')
export const fine = (number: number): string => number.toFixed(number < 10 ? 2 : 1)
