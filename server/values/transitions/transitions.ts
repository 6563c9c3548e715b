import type { Extras, Problem } from '../problems/problem.ts'

/** One move of a status: from where, to where, by whom; `shown` is its name among a record's allowedActions. */
export type Transition = {
  readonly from: readonly string[]
  readonly to: string
  readonly by: readonly string[]
  readonly shown?: string
  readonly event?: string
}
export type Transitions = Readonly<Record<string, Transition>>

/** Every status that a table of moves can reach or leave. */
export type StatusOf<M extends Transitions> = M[keyof M]['to'] | M[keyof M]['from'][number]

/** The actions that this actor may take now, by the names that the API shows. */
export const allowedActions = (transitions: Transitions, status: string, actor: string): string[] =>
  Object.values(transitions).flatMap((transition) =>
    transition.shown && transition.from.includes(status) && transition.by.includes(actor) ? [transition.shown] : [],
  )

export const canTransition = (transition: Transition, status: string): boolean => transition.from.includes(status)

/** Refuses where the move does not leave from this status. */
export function assertCanTransition(
  transition: Transition,
  status: string,
  refuse: (extras: Extras) => Problem,
  extras: Extras,
): void {
  if (!canTransition(transition, status)) throw refuse({ currentStatus: status, ...extras })
}
