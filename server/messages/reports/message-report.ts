import { commentMax, type ReportCode, reportCodes } from '../../offer-reports/offer-report.ts'
import type { Id } from '../../values/id.ts'
import { conflict, missing } from '../../values/problems/problem.ts'
import type { Message, Side } from '../message.ts'

/** Messages are reported for the reasons for which offers are. */
export const codes = reportCodes
export type Code = ReportCode
export const commentLengthMax = commentMax
/** How many messages an account may report in 24 hours. */
export const reportsPerDayMax = 20
/** How many messages operators see around a reported one, on each side. */
export const aroundMax = 10

/** A reported message as operators read it. A conversation has two sides, so a message has one reporter. */
export type ReportedMessage = Pick<Message, 'id' | 'conversation' | 'side' | 'body' | 'sentAt' | 'removedAt'> & {
  readonly code: ReportCode
  readonly comment: string | null
  readonly reportedAt: Date
  readonly offer: Id<'offer'>
  readonly title: string
  readonly author: Id<'account'>
  readonly authorEmail: string
  readonly reporter: Id<'account'>
}

export type MessageAround = Pick<Message, 'id' | 'side' | 'body' | 'sentAt' | 'removedAt'>
export type ReportedConversation = ReportedMessage & { readonly around: readonly MessageAround[] }
export type ReportResult = { readonly id: Id<'messageReport'>; readonly alreadyExists: boolean }
export type ReportInput = { readonly code: ReportCode; readonly comment: string | null; readonly side: Side }

export const TooManyMessageReports = conflict<{ limit: number }>(
  'too_many_message_reports',
  'Too many reported messages',
  ({ limit }) => `The limit is ${limit} reported messages in 24 hours. Try again later.`,
)
export const NoOpenMessageReport = missing(
  'message_report_not_found',
  'No open report',
  'No message has this id, or it has no open report.',
)
