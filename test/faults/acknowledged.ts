/** What clients were told, and nothing else: what the market may never take back. Money in whole ten-thousandths. */
export type Acknowledged = {
  readonly tasks: Map<number, Task>
  readonly reservations: Map<number, Reservation>
  /** By URL. */
  readonly proofs: Map<string, Proof>
  readonly works: Map<number, Work>
  readonly withdrawals: Map<number, Withdrawal>
  readonly deposits: Map<number, { readonly advertiser: number; readonly units: number }>
  /** What must never be, as it was met: a 5xx that is no 503, no answer over a whole connection. */
  readonly wrong: string[]
  readonly outcomes: Record<string, number>
}

export type Task = {
  readonly externalId: string
  readonly advertiser: number
  readonly slots: number
  pauses: number
  /** The last status that an answer named. */
  status: string
}
export type Reservation = { readonly task: number; readonly executor: number; status: string }
export type Proof = { readonly task: number; readonly executor: number; readonly text: string }
export type Work = {
  readonly task: number
  readonly executor: number
  readonly advertiser: number
  readonly rewardUnits: number
  status: string
  revision: number
  /** How often each kind of event must tell of it. */
  readonly events: Record<string, number>
}
export type Withdrawal = { readonly executor: number; readonly units: number; status: string }

export const nothingAcknowledged = (): Acknowledged => ({
  tasks: new Map(),
  reservations: new Map(),
  proofs: new Map(),
  works: new Map(),
  withdrawals: new Map(),
  deposits: new Map(),
  wrong: [],
  outcomes: {},
})
