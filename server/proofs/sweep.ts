/** The results of comparing files and proofs. Large installations need several runs for a round. */
export type Sweep = {
  /** By the database's clock, in the format of the API. */
  readonly atUtc: string
  /** The key up to which this round has come; empty at its end. */
  readonly after: string
  /** Files that this run examined, and removed: no proof names them, or nobody has submitted it. */
  readonly looked: number
  readonly removed: number
  /** Keys of proofs without a file, the first hundred of this round, and their total. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

export const nothingSwept = { after: '', missing: [], missingCount: 0 } as const
