/** What the market has acknowledged to clients and must never lose. Money is in ten-thousandths. */
export type Acknowledged = {
  readonly tasks: Map<number, Task>
  readonly reservations: Map<number, Reservation>
  /** By URL. */
  readonly proofs: Map<string, Proof>
  readonly works: Map<number, Work>
  readonly withdrawals: Map<number, Withdrawal>
  readonly deposits: Map<number, { readonly advertiser: number; readonly units: number }>
  /** Responses that must never occur: a 5xx other than 503, or none over a healthy connection. */
  readonly wrong: string[]
  readonly outcomes: Record<string, number>
}

export type Task = {
  readonly externalId: string
  readonly advertiser: number
  readonly slots: number
  pauses: number
  /** The last status in a response. */
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
  /** Expected number of events of each kind. */
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
