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

export type Question = {
  readonly step: Step
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly bearer: string
  readonly body?: unknown
  /** A picture in place of a body, one character for each byte. */
  readonly picture?: string
  /** Codes of refusals that belong to an ordinary day. */
  readonly refusals?: readonly string[]
}

/** As far as a visit reads an answer. */
export type AnswerBody = {
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
export type Reply = { readonly isRefused: boolean; readonly told: AnswerBody }

/** What the other side acknowledged, which must be found in the database afterwards. */
export type Acknowledged = {
  readonly submitted: number[]
  readonly accepted: number[]
  readonly rejected: number[]
  readonly created: number[]
  deposits: number
}

/** What is there for visits to act on, and how far integrators have read. */
export type DayState = {
  readonly people: People
  readonly dataset: DayDataset
  readonly pictures: readonly string[]
  readonly codes: Map<number, string>
  readonly open: number[]
  readonly hot: number[]
  readonly readUpTo: Map<number, number>
  executorsCome: number
  picturesTaken: number
}

/** One visit: who asks decides by chance, and waits before each question. Ends where an answer stands in its way. */
export type Turn = {
  readonly scene: DayState
  readonly rng: () => number
  readonly acknowledged: Acknowledged
  ask(question: Question): Promise<Reply>
  /** Others who come at the same time, each with a wait of their own. */
  beside(count: number, withinMs: number, visit: (turn: Turn) => Promise<void>): Promise<void>
  /** Notes what the other side should not have said. */
  complain(what: string): void
}
