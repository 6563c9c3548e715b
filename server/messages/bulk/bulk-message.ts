import type { Id } from '../../values/id.ts'
import { conflict, missing } from '../../values/problems/problem.ts'

/** The recipients of a message to many: executors with a reservation, or with work in one of the statuses. */
export const recipientStatuses = ['Reserved', 'Pending', 'ReworkRequested', 'Disputed', 'Accepted', 'Rejected'] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

/** How many executors one message reaches, and how many such messages an advertiser may write in a day about one offer and in all. */
export const recipientsMax = 1_000
export const perOfferDayMax = 3
export const perDayMax = 20
/** How many of the newest submissions of an offer are looked at. */
export const searchedMax = 10_000

export type BulkMessage = {
  readonly id: Id<'bulkMessage'>
  readonly offer: Id<'offer'>
  readonly statuses: readonly RecipientStatus[]
  readonly body: string | null
  readonly recipients: number
  readonly sent: number
  readonly skipped: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export const BulkMessageNotFound = missing(
  'bulk_message_not_found',
  'Message not found',
  'You have written no message to many with this id.',
)
export const NoRecipients = conflict(
  'no_recipients',
  'No recipients',
  'No executor of this task has work with these statuses to which messages can still be written.',
)
export const TooManyRecipients = conflict<{ limit: number }>(
  'too_many_recipients',
  'Too many recipients',
  ({ limit }) => `More than ${limit} executors would get it. Name fewer statuses.`,
)
export const TooManyBulkMessages = conflict<{ limit: number }>(
  'too_many_bulk_messages',
  'Too many messages to many',
  ({ limit }) => `The limit is ${limit} messages to many in 24 hours. Try again later.`,
)
