import type { Extras, Problem } from '../problems/problem.ts'

/** One transition: its source statuses, target and actors; `shown` is its name in allowedActions. */
export type Transition = {
  readonly from: readonly string[]
  readonly to: string
  readonly by: readonly string[]
  readonly shown?: string
  readonly event?: string
}
export type Transitions = Readonly<Record<string, Transition>>

export type StatusOf<M extends Transitions> = M[keyof M]['to'] | M[keyof M]['from'][number]

/** Lists all statuses in a table of transitions. */
export const statusesOf = <M extends Transitions>(transitions: M): readonly StatusOf<M>[] =>
  [...new Set(Object.values(transitions).flatMap(({ from, to }) => [...from, to]))] as readonly StatusOf<M>[]

/** Returns the actions that this actor may take now, by their API names. */
export const allowedActions = (transitions: Transitions, status: string, actor: string): string[] =>
  Object.values(transitions).flatMap((transition) =>
    transition.shown && transition.from.includes(status) && transition.by.includes(actor) ? [transition.shown] : [],
  )

export const canTransition = (transition: Transition, status: string): boolean => transition.from.includes(status)

/** Throws the refusal if the transition is not allowed from this status. */
export function assertCanTransition(
  transition: Transition,
  status: string,
  refuse: (extras: Extras) => Problem,
  extras: Extras,
): void {
  if (!canTransition(transition, status)) throw refuse({ currentStatus: status, ...extras })
}
