import { randomBytes } from 'node:crypto'
import { camelCase } from '../../values/camel-case.ts'
import type { Id } from '../../values/id.ts'
import { type FieldError, missing, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { kinds } from './kinds.ts'

export type EventKind = keyof typeof kinds
export const allKinds = Object.keys(kinds) as readonly EventKind[]
/** Events that an endpoint gets by default. This list is closed. */
export const eventKinds = [
  'task.created',
  'task.completed',
  'report.submitted',
  'report.accepted',
  'report.rejected',
  'balance.low',
] as const satisfies readonly EventKind[]
/** Events sent only to endpoints that subscribe to them by name. */
export const furtherKinds = allKinds.filter((kind) => !eventKinds.some((one) => one === kind))

/** Returns what the documents say of a kind. */
export const aboutKind = (kind: EventKind): string =>
  `${furtherKinds.includes(kind) ? 'Sent only if you list this type. ' : ''}${kinds[kind].about}`

/** Version of the body format. An endpoint keeps the version it was created with. */
export const apiVersion = 'v1'
export const feedLimitMax = 100
const feedLimitDefault = 20
/** Seconds that a request of the feed may wait for an event, and how many requests of an account may wait in a process at once. */
export const waitSecondsMax = 20
export const waitsOfAccountMax = 4
/** Seconds after which a stream of events ends; the client connects again. */
export const streamSecondsMax = 600

export const EventNotFound = missing('event_not_found', 'Event not found', 'No event has this id.')

export const isEventKind = (text: string): text is EventKind => allKinds.some((kind) => kind === text)

/** Throws ValidationError for unknown kinds; `errorAt` returns the location in the request of the kind at an index. */
export function mustBeKinds(
  texts: readonly string[],
  errorAt: (index: number, code: string, detail: Sentence) => FieldError,
): readonly EventKind[] {
  const errors = texts.flatMap((text, index) =>
    isEventKind(text)
      ? []
      : [
          errorAt(index, 'enum', {
            en: `must be among ${allKinds.join(', ')}.`,
            ru: `должно быть из списка: ${allKinds.join(', ')}.`,
          }),
        ],
  )
  if (errors.length > 0) throw ValidationError(errors)
  return texts.filter(isEventKind)
}

export const feedLimitOf = (limit = feedLimitDefault): number => Math.min(Math.max(limit, 1), feedLimitMax)

/** Returns the public id of an event, used in bodies, headers and paths. */
export const publicEventId = (id: number): string => `evt_${id}`

/** Parses an id from a path. Malformed ids become an id that no event has. */
export const eventFromPath = (text: string): Id<'event'> =>
  Number(/^evt_([1-9]\d{0,14})$/.exec(text)?.[1] ?? 0) as Id<'event'>

/** The state recorded with the event. */
export type EventSnapshot = Readonly<Record<string, unknown>>

/** A recorded event that is not dispatched yet. */
export type UndispatchedEvent = {
  readonly event: Id<'event'>
  readonly kind: EventKind
  readonly account: Id<'account'>
  readonly offer: Id<'offer'> | null
  readonly execution: Id<'execution'> | null
  readonly data: EventSnapshot
  readonly happenedAt: Date
  /** For an execution: its current row. Members that can change are in the snapshot. */
  readonly work: EventSnapshot | null
  readonly proofs: readonly EventSnapshot[]
  /** The current version of the offer, for events that earlier versions recorded without it. */
  readonly offerVersion: number | null
  /** For a completed or archived task: the money returned to its advertiser. */
  readonly releasedUnits: bigint
  /** For work: the title of the task in the reserved version. */
  readonly reservedTitle: string | null
}

/** Converts a JSON row to our names and types; a name's suffix determines the type. */
export const rowOf = (snapshot: unknown): EventSnapshot =>
  Object.fromEntries(
    Object.entries((snapshot ?? {}) as EventSnapshot).map(([name, value]) => {
      const member = camelCase(name)
      return [member, typed(member, value)]
    }),
  )

function typed(member: string, value: unknown): unknown {
  if (member.endsWith('Units') && typeof value === 'number') return BigInt(value)
  return member.endsWith('At') && typeof value === 'string' ? new Date(value) : value
}

/** Numbers the events of each account, given the last number of each account in this batch. */
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

const challengeBytes = 24
export const testKind = 'webhook.test'
/** Asks the receiver to prove that it knows the secret of the endpoint. */
export const challengeKind = 'webhook.verification'
export const trialKinds = [testKind, challengeKind] as const
export const isTrialKind = (kind: string): kind is TrialKind => trialKinds.some((trial) => trial === kind)
export type TrialKind = (typeof trialKinds)[number]

type TrialEvent = {
  readonly kind: TrialKind
  readonly event: Id<'event'>
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly happenedAt: Date
  readonly livemode: boolean
}

/** Returns the body of a test event or challenge. Its sequence number is 0, because it is not part of the account's feed. */
export const trialPayload = ({ kind, event, account, endpoint, happenedAt, livemode }: TrialEvent): string =>
  JSON.stringify({
    id: publicEventId(event),
    type: kind,
    timestamp: happenedAt.toISOString(),
    apiVersion,
    livemode,
    accountId: account,
    sequence: 0,
    data: {
      webhookId: endpoint,
      ...(kind === testKind
        ? { message: 'This is a test. Nothing happened.' }
        : { challenge: randomBytes(challengeBytes).toString('base64url') }),
    },
  })

/** Whether an answer repeats the challenge of a body: as JSON `{"challenge": "…"}` or as text. */
export function answersChallenge(body: string, answer: string): boolean {
  const { challenge } = JSON.parse(body).data
  if (answer.trim() === challenge) return true
  try {
    return JSON.parse(answer)?.challenge === challenge
  } catch {
    return false
  }
}
