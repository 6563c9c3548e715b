import type { DayDataset } from './dataset.ts'
import type { People } from './people.ts'

export const steps = [
  'list',
  'detail',
  'reserve',
  'cancel',
  'upload',
  'submit',
  'own work',
  'create',
  'approve',
  'deposit',
  'reports',
  'decide one',
  'decide many',
  'poll',
  'idle',
] as const
export type Step = (typeof steps)[number]

export type VisitRequest = {
  readonly step: Step
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly bearer: string
  readonly body?: unknown
  /** A picture instead of a body, one character per byte. */
  readonly picture?: string
  /** Codes of expected refusals. */
  readonly refusals?: readonly string[]
}

/** The members of responses that visits use. */
export type ResponseBody = {
  readonly id: number
  readonly code?: string
  readonly status?: string
  readonly items: readonly { readonly id: number; readonly url: string }[]
  readonly results: readonly {
    readonly id: number
    readonly ok: boolean
    readonly status: string | null
    readonly problem?: { readonly code: string }
  }[]
  readonly nextCursor: string | null
  readonly nextAfter: number
}
export type VisitResponse = { readonly isRefused: boolean; readonly body: ResponseBody }

/** Acknowledged ids, to be found in the database afterwards. */
export type Acknowledged = {
  readonly submitted: number[]
  readonly accepted: number[]
  readonly rejected: number[]
  readonly created: number[]
  deposits: number
}

/** The shared state of all visits: offers, pictures, and the positions of integrations. */
export type DayState = {
  readonly people: People
  readonly dataset: DayDataset
  readonly pictures: readonly string[]
  readonly codes: Map<number, string>
  readonly open: number[]
  readonly hot: number[]
  readonly readUpTo: Map<number, number>
  executorsStarted: number
  picturesTaken: number
}

/** One visit, which makes random choices and waits before each request. Ends when a response does not allow it to continue. */
export type Visitor = {
  readonly state: DayState
  readonly rng: () => number
  readonly acknowledged: Acknowledged
  send(request: VisitRequest): Promise<VisitResponse>
  /** Starts further visits at the same time, each with its own delays. */
  startVisits(count: number, withinMs: number, visit: (visitor: Visitor) => Promise<void>): Promise<void>
  /** Records an unexpected response. */
  reportUnexpected(what: string): void
}
