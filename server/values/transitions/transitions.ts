import type { Extras, Problem } from '../problems/problem.ts'

/** One move of a status: from where, to where, by whom; `shown` is its name among a record's allowedActions. */
export type Move = {
  readonly from: readonly string[]
  readonly to: string
  readonly by: readonly string[]
  readonly shown?: string
  readonly event?: string
}
export type Moves = Readonly<Record<string, Move>>

/** Every status that a table of moves can reach or leave. */
export type StatusOf<M extends Moves> = M[keyof M]['to'] | M[keyof M]['from'][number]

/** The actions that this actor may take now, by the names that the API shows. */
export const allowedActions = (moves: Moves, status: string, actor: string): string[] =>
  Object.values(moves).flatMap((move) =>
    move.shown && move.from.includes(status) && move.by.includes(actor) ? [move.shown] : [],
  )

export const canMove = (move: Move, status: string): boolean => move.from.includes(status)

/** Refuses where the move does not leave from this status. */
export function mustMove(move: Move, status: string, refuse: (extras: Extras) => Problem, extras: Extras): void {
  if (!canMove(move, status)) throw refuse({ currentStatus: status, ...extras })
}
