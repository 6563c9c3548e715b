import { type A, type B, groupA, groupB } from '../api.ts'
import type { ReportCode } from '../offer-reports/report-code-labels.ts'
import { apiPageQuery, apiQuery, type Headers } from '../queries.ts'

/** The side on which the person reads and writes. */
export type Side = 'executor' | 'advertiser'
export type Message = A['Message']
export type Conversation = {
  readonly id: number
  readonly taskId: number
  readonly title: string
  /** The submitted work; null: none. */
  readonly workId: number | null
  /** The other side as this one knows it: one of both. */
  readonly executorId?: string
  readonly advertiserAlias?: string
  readonly unreadCount: number
  readonly lastMessageAtUtc: string | null
  readonly writableUntilUtc: string | null
  readonly allowedActions: readonly string[]
}

export const conversationOf = (shown: A['Conversation'] | B['TaskConversation']): Conversation =>
  'offerId' in shown
    ? { ...shown, taskId: shown.offerId, title: shown.offerTitle, workId: shown.executionId }
    : { ...shown, title: shown.taskTitle, workId: shown.reportId }

type PageQuery = { readonly cursor?: string; readonly unread?: true; readonly taskId?: number }
type Reported = { readonly id: number; readonly code: ReportCode; readonly comment: string | null }

const ofExecutor = {
  list: ({ taskId: _, ...query }: PageQuery, signal: AbortSignal) =>
    groupA.GET('/api/executor/conversations', { params: { query }, signal }),
  one: (id: number, signal: AbortSignal) =>
    groupA.GET('/api/executor/conversations/{id}', { params: { path: { id } }, signal }),
  messages: (id: number, query: PageQuery, signal: AbortSignal) =>
    groupA.GET('/api/executor/conversations/{id}/messages', { params: { path: { id }, query }, signal }),
  send: (id: number, text: string, header: Headers) =>
    groupA.POST('/api/executor/conversations/{id}/messages', { params: { path: { id }, header }, body: { text } }),
  read: (id: number, upToId: number, header: Headers) =>
    groupA.POST('/api/executor/conversations/{id}/read', { params: { path: { id }, header }, body: { upToId } }),
  report: ({ id, ...body }: Reported, header: Headers) =>
    groupA.POST('/api/executor/messages/{id}/report', { params: { path: { id }, header }, body }),
}
const ofAdvertiser = {
  list: (query: PageQuery, signal: AbortSignal) => groupB.GET('/conversations', { params: { query }, signal }),
  one: (id: number, signal: AbortSignal) => groupB.GET('/conversations/{id}', { params: { path: { id } }, signal }),
  messages: (id: number, query: PageQuery, signal: AbortSignal) =>
    groupB.GET('/conversations/{id}/messages', { params: { path: { id }, query }, signal }),
  send: (id: number, text: string, header: Headers) =>
    groupB.POST('/conversations/{id}/messages', { params: { path: { id }, header }, body: { text } }),
  read: (id: number, upToId: number, header: Headers) =>
    groupB.POST('/conversations/{id}/read', { params: { path: { id }, header }, body: { upToId } }),
  report: ({ id, ...body }: Reported, header: Headers) =>
    groupB.POST('/messages/{id}/report', { params: { path: { id }, header }, body }),
}
export const callsOf = (side: Side) => (side === 'executor' ? ofExecutor : ofAdvertiser)

export const conversationsQuery = (side: Side, query: PageQuery) =>
  apiPageQuery(['messages', side, 'list', query], (signal) => listCall(side, query, signal))
/** Both answers have the members that a list needs; `conversationOf` tells them apart. */
const listCall = (side: Side, query: PageQuery, signal: AbortSignal) =>
  callsOf(side).list(query, signal) as ReturnType<typeof ofExecutor.list>

export const conversationQuery = (side: Side, id: number) =>
  apiQuery(
    ['messages', side, 'one', id],
    (signal) => callsOf(side).one(id, signal) as ReturnType<typeof ofExecutor.one>,
  )

export const messagesQuery = (side: Side, id: number, query: PageQuery) =>
  apiPageQuery(
    ['messages', side, 'of', id, query],
    (signal) => callsOf(side).messages(id, query, signal) as ReturnType<typeof ofExecutor.messages>,
  )
