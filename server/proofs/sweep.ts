/** What comparing files and proofs found; a large installation is looked at in several runs, which make a round. */
export type Sweep = {
  /** By the database's clock, as the API writes times. */
  readonly atUtc: string
  /** The key up to which this round has come; empty where it has come to the end. */
  readonly after: string
  /** Files looked at, and removed because no proof names them, by this run. */
  readonly looked: number
  readonly removed: number
  /** Keys of proofs whose file is not there, the first hundred of this round; and how many there are. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

export const nothingSwept = { after: '', missing: [], missingCount: 0 } as const
