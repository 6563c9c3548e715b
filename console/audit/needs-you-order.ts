/** How many records wait in a queue, since when, and until when. */
export type Waiting = {
  readonly count: number
  /** Since when the longest waiting record waits. */
  readonly oldest: string | null
  /** When the next one is decided without an operator. */
  readonly deadline: string | null
}

const hourMs = 3_600_000
/** A record that waits longer is overdue. */
const overdueMs = 48 * hourMs
/** A deadline this close is urgent. */
const urgentMs = 24 * hourMs

export const isOverdue = ({ oldest }: Pick<Waiting, 'oldest'>, now: number): boolean =>
  oldest !== null && now - Date.parse(oldest) > overdueMs
export const isUrgent = ({ deadline }: Pick<Waiting, 'deadline'>, now: number): boolean =>
  deadline !== null && Date.parse(deadline) - now < urgentMs

/** Sorts queues: those with a close deadline first, then the one with the oldest record. */
export function worstFirst<Queue extends Waiting>(queues: readonly Queue[], now: number): Queue[] {
  const since = ({ oldest }: Queue) => (oldest === null ? now : Date.parse(oldest))
  return queues.toSorted(
    (one, other) => Number(isUrgent(other, now)) - Number(isUrgent(one, now)) || since(one) - since(other),
  )
}
