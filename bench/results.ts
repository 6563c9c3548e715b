import type { Plain, Round, Served } from './measure.ts'

/** Results of one scenario for a number of offers or reports, with a number of clients or at a rate. */
export type Row = {
  readonly name: string
  readonly size: number
  readonly of: 'offers' | 'reports'
  readonly clients: number
  /** For an open loop: requests due per second. */
  readonly perSecond?: number
  readonly rounds: readonly Round[]
}

/** All results that goals are compared with. */
export type Results = {
  readonly rows: readonly Row[]
  /** The server's resident memory after a single list request. */
  readonly rests: readonly { readonly size: number; readonly of: Row['of']; readonly mebibytes: number }[]
  readonly starts: readonly Starts[]
  readonly keptUp: readonly KeptUp[]
}
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** Returns the median. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return mean([sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)] ?? Number.NaN])
}

/** Combines the rounds by the median of each value. */
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

/** Returns the combined rounds of a row. */
export const measurementsIn = ({ rounds }: Row): Measurements => ({
  served: measurementsOf(rounds.map((round) => round.served)) as Served,
  bare: measurementsOf(rounds.flatMap((round) => round.bare ?? [])),
  last: measurementsOf(rounds.flatMap((round) => round.last ?? [])),
  all: measurementsOf(rounds.flatMap((round) => round.all ?? [])),
})

/** Milliseconds from `./market serve`, on a running migrated database, to the first response. */
export type Starts = { readonly size: number; readonly ms: readonly number[] }

/** Reports accepted at full speed, and the delivery of their webhooks. */
export type KeptUp = {
  readonly endpoints: number
  readonly clients: number
  readonly accepts: number
  readonly perSecond: number
  readonly arrived: number
  /** From the last accept to the arrival of the last webhook. */
  readonly behindMs: number
  /** From the last accept until no delivery was due. */
  readonly emptyMs: number
  readonly unexpected: Served['unexpected']
}

export const whole = (number: number | undefined): string =>
  number === undefined ? '–' : Math.round(number).toLocaleString('en')
export const fine = (number: number): string => number.toFixed(number < 10 ? 2 : 1)
