import type { Id } from '../values/id.ts'
import { type FieldError, missing, ValidationError } from '../values/problems/problem.ts'

/** What an account is told of, unless it asks for less or more. The list is closed: a new kind is among the further ones. */
export const eventKinds = [
  'task.created',
  'task.completed',
  'report.submitted',
  'report.accepted',
  'report.rejected',
  'balance.low',
] as const
/** What is told to those alone who ask for it by name. */
export const furtherKinds = [
  'report.rework_requested',
  'report.disputed',
  'report.withdrawn',
  'task.moderated',
  'task.paused',
] as const
export const allKinds = [...eventKinds, ...furtherKinds] as const
export type EventKind = (typeof allKinds)[number]

/** The form of bodies; a new one would be a new version, and an endpoint keeps the one that it was made with. */
export const apiVersion = 'v1'
export const eventDaysKept = 30
export const feedLimitMax = 100
const feedLimitDefault = 20

export const EventNotFound = missing('event_not_found', 'Event not found', 'No event has this id.')

export const isEventKind = (text: string): text is EventKind => allKinds.some((kind) => kind === text)

/** Refuses words that are no kind of event; `errorAt` says where in the request the word with this number stands. */
export function mustBeKinds(
  texts: readonly string[],
  errorAt: (index: number, code: string, detail: string) => FieldError,
): readonly EventKind[] {
  const errors = texts.flatMap((text, index) =>
    isEventKind(text) ? [] : [errorAt(index, 'enum', `must be among ${allKinds.join(', ')}.`)],
  )
  if (errors.length > 0) throw ValidationError(errors)
  return texts.filter(isEventKind)
}

export const feedLimitOf = (asked = feedLimitDefault): number => Math.min(Math.max(asked, 1), feedLimitMax)

/** How an event is called outside: in its body, in the header of a delivery, in paths. */
export const shownEvent = (id: number): string => `evt_${id}`

/** The id that a path names; anything else is the id of nothing. */
export const eventFromPath = (text: string): Id<'event'> =>
  Number(/^evt_([1-9]\d{0,14})$/.exec(text)?.[1] ?? 0) as Id<'event'>

/** The figures of the moment, as the statement that recorded the event wrote them. */
export type EventSnapshot = Readonly<Record<string, unknown>>

/** An event that was recorded and is to be told. */
export type Happened = {
  readonly event: Id<'event'>
  readonly kind: EventKind
  readonly account: Id<'account'>
  readonly offer: Id<'offer'> | null
  readonly execution: Id<'execution'> | null
  readonly data: EventSnapshot
  readonly happenedAt: Date
  /** Of an execution: its row as it is now. What changes on it is among the figures. */
  readonly work: EventSnapshot | null
  readonly proofs: readonly EventSnapshot[]
  /** Of a task that was completed: what went back to its advertiser. */
  readonly releasedUnits: bigint
  /** Of work: the title of the task in the version that was reserved. */
  readonly reservedTitle: string | null
}

/** A row of a table as JSON has it, with our names and types: the unit at a name's end says which type it is. */
export const rowOf = (snapshot: unknown): EventSnapshot =>
  Object.fromEntries(
    Object.entries((snapshot ?? {}) as EventSnapshot).map(([name, value]) => {
      const member = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
      return [member, typed(member, value)]
    }),
  )

function typed(member: string, value: unknown): unknown {
  if (member.endsWith('Units') && typeof value === 'number') return BigInt(value)
  return member.endsWith('At') && typeof value === 'string' ? new Date(value) : value
}

/** The number of each event in its account, given the last number of each account after all of them have theirs. */
export function numbered<Event extends { readonly account: number }>(
  events: readonly Event[],
  last: ReadonlyMap<number, number>,
): (Event & { readonly sequence: number })[] {
  const next = new Map(last)
  const backwards = events.toReversed().map((event) => {
    const sequence = next.get(event.account) ?? Number.NaN
    next.set(event.account, sequence - 1)
    return { ...event, sequence }
  })
  return backwards.reverse()
}
