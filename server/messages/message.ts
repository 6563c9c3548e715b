import { advertiserAliasOf } from '../offers/available.ts'
import { aliasOf } from '../reservations/reservation.ts'
import type { Id } from '../values/id.ts'
import { bodyError, conflict, missing, ValidationError } from '../values/problems/problem.ts'
import { hasVisible, tidyText } from '../values/requests/texts.ts'

export const sides = ['Advertiser', 'Executor'] as const
export type Side = (typeof sides)[number]

/** The longest message, in characters (code points). */
export const textLengthMax = 2_000
/** More marks on one letter than any language uses would cover what stands around it. */
const marksMax = 8
/** How many messages one side may write in one conversation, in an hour and in all. */
export const perHourMax = 20
export const perConversationMax = 500
/** How many messages an account may write in an hour, without those to many. */
export const perAccountHourMax = 200
/** For how long people may write after the work or its reservation has ended. */
export const openDaysAfter = 7
/** After how many days without a message a conversation is deleted. */
export const daysKept = 365

const dayMs = 86_400_000

/** What decides whether people may still write. */
export type ConversationState = {
  readonly reservationStatus: 'Active' | 'Submitted' | 'Cancelled' | 'Expired' | 'Revoked' | 'ScreenedOut'
  readonly expiresAt: Date
  readonly endedAt: Date | null
  /** Null: no work was submitted. */
  readonly workStatus: string | null
  readonly workUpdatedAt: Date | null
  readonly appealDeadlineAt: Date | null
  /** One side has blocked the other, or has closed its account. */
  readonly isBarred: boolean
}

/** A conversation as one side reads it. Before the first message it has none of the counts. */
export type Conversation = ConversationState & {
  readonly id: Id<'reservation'>
  readonly offer: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly executor: Id<'account'>
  readonly execution: Id<'execution'> | null
  readonly title: string
  readonly messages: number
  readonly unread: number
  readonly lastMessageAt: Date | null
  readonly now: Date
}

/** Returns the name under which the advertiser knows the executor. */
export const executorIdOf = (
  secretKey: string,
  { advertiser, executor }: Pick<Conversation, 'advertiser' | 'executor'>,
) => aliasOf(secretKey, advertiser, executor)

/** Returns the name under which the executor knows the advertiser. */
export const advertiserAliasIn = (secretKey: string, { advertiser }: Pick<Conversation, 'advertiser'>) =>
  advertiserAliasOf(secretKey, advertiser)

export type Message = {
  readonly id: Id<'message'>
  readonly conversation: Id<'reservation'>
  readonly side: Side
  readonly body: string | null
  readonly sentAt: Date
  readonly removedAt: Date | null
  /** Whether the other side has read it. */
  readonly isRead: boolean
}

export const ConversationNotFound = missing(
  'conversation_not_found',
  'Conversation not found',
  'You take part in no conversation with this id. It is the id of a reservation.',
)
export const MessageNotFound = missing(
  'message_not_found',
  'Message not found',
  'You received no message with this id.',
)
export const ConversationClosed = conflict(
  'conversation_closed',
  'Conversation closed',
  'No more messages can be written in this conversation.',
)
export const TooManyMessages = conflict<{ limit: number; per: string }>(
  'too_many_messages',
  'Too many messages',
  ({ limit, per }) => `The limit is ${limit} messages per ${per}. Try again later.`,
)

/** Work with these statuses can still change. */
export const openWork: readonly string[] = ['Pending', 'ReworkRequested', 'Disputed']

/** Returns until when people may write: null while work is open. */
function openUntil(state: ConversationState): Date | null {
  const { workStatus, workUpdatedAt, appealDeadlineAt, endedAt, expiresAt } = state
  if (workStatus !== null && openWork.includes(workStatus)) return null
  const ended = (workUpdatedAt ?? endedAt ?? expiresAt).getTime() + openDaysAfter * dayMs
  const appeal = workStatus === 'Rejected' ? (appealDeadlineAt?.getTime() ?? 0) : 0
  return new Date(Math.max(ended, appeal))
}

/** Whether people may write now, and until when; null: while the work is open, or not at all. */
export function writable(
  state: ConversationState,
  now: Date,
): { readonly canWrite: boolean; readonly until: Date | null } {
  const until = openUntil(state)
  // The cause stays hidden: an advertiser must not learn of a block by the executor.
  const canWrite = !state.isBarred && (until === null || now < until)
  return { canWrite, until: canWrite ? until : null }
}

/** How much was written so far. */
export type Written = { readonly ofSideInHour: number; readonly ofAccountInHour: number; readonly messages: number }

/** Throws unless one more message may be written. */
export function mustBeWritable(state: ConversationState & Written, now: Date): void {
  if (!writable(state, now).canWrite || state.messages >= perConversationMax) throw ConversationClosed({})
  if (state.ofSideInHour >= perHourMax) throw TooManyMessages({ limit: perHourMax, per: 'hour and conversation' })
  if (state.ofAccountInHour >= perAccountHourMax) throw TooManyMessages({ limit: perAccountHourMax, per: 'hour' })
}

const piled = new RegExp(`\\p{M}{${marksMax + 1}}`, 'u')

/** Returns the text as it is stored. Throws ValidationError if it shows nothing, or piles up marks. */
export function textOf(given: string): string {
  const text = tidyText(given)
  if (!hasVisible(text))
    throw ValidationError([
      bodyError('text', 'blank', { en: 'must have a visible character.', ru: 'нужен хотя бы один видимый символ.' }),
    ])
  if (piled.test(text))
    throw ValidationError([
      bodyError('text', 'marks', {
        en: `must not have more than ${marksMax} marks on one letter.`,
        ru: `у одной буквы может быть не больше ${marksMax} знаков.`,
      }),
    ])
  return text
}
