import type { AnswerTo, BodyOf, Client, QueryOf } from './call.ts'
import type { RequestOptions } from './transport.ts'

type Id = number
type Event = AnswerTo<'get', '/v1/events'>['items'][number]

export const tasks = ({ call, list }: Client) => ({
  /** Creates a task and holds its cost, or with `draft` only saves it. */
  create: (body: BodyOf<'post', '/v1/tasks'>, options?: RequestOptions) =>
    call('post', '/v1/tasks', { body, ...options }),
  /** Returns what a task would cost and whether the balance suffices. Nothing is saved. */
  estimate: (body: BodyOf<'post', '/v1/tasks/estimate'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/estimate', { body, ...options }),
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/tasks/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/tasks'>, options?: RequestOptions) => list('/v1/tasks', query, options),
  /** Changes a task, pauses or resumes it. Omitted members stay. */
  update: (id: Id, body: BodyOf<'patch', '/v1/tasks/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/tasks/{id}', { path: { id }, body, ...options }),
  /** Ends a task for good and releases the money that it holds. */
  archive: (id: Id, options?: RequestOptions) => call('delete', '/v1/tasks/{id}', { path: { id }, ...options }),
  completionCodes: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/completion-codes', { path: { id }, ...options }),
  addCompletionCodes: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/completion-codes'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/completion-codes', { path: { id }, body, ...options }),
  /** Removes the codes that nobody has used. */
  removeCompletionCodes: (id: Id, options?: RequestOptions) =>
    call('delete', '/v1/tasks/{id}/completion-codes', { path: { id }, ...options }),
})

export const reports = ({ call, list, file }: Client) => ({
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/reports/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/reports'>, options?: RequestOptions) => list('/v1/reports', query, options),
  /** Accepts the work and pays its executor. */
  accept: (id: Id, body?: BodyOf<'post', '/v1/reports/{id}/accept'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/accept', { path: { id }, body, ...options }),
  reject: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/reject'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/reject', { path: { id }, body, ...options }),
  /** Sends the work back to its executor with a deadline. */
  requestRework: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/rework'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/rework', { path: { id }, body, ...options }),
  giveBonus: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/bonus'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/bonus', { path: { id }, body, ...options }),
  withdrawRejection: (id: Id, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/withdraw-rejection', { path: { id }, ...options }),
  /** Facts about the executor and the work that help to judge it. */
  background: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/reports/{id}/background', { path: { id }, ...options }),
  /** Decides on up to 1,000 reports. The answer names the result of each. */
  bulk: (body: BodyOf<'post', '/v1/reports/bulk'>, options?: RequestOptions) =>
    call('post', '/v1/reports/bulk', { body, ...options }),
  import: (body: BodyOf<'post', '/v1/reports/import'>, options?: RequestOptions) =>
    call('post', '/v1/reports/import', { body, ...options }),
  /** Returns the response with the file unread: CSV or JSON lines. */
  export: (query?: QueryOf<'/v1/reports/export'>, options?: RequestOptions) =>
    file('/v1/reports/export', { query, ...options }),
  answerDispute: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/dispute/answer'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/dispute/answer', { path: { id }, body, ...options }),
  /** Agrees with the executor and pays the work. */
  concedeDispute: (id: Id, body?: BodyOf<'post', '/v1/reports/{id}/dispute/concede'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/dispute/concede', { path: { id }, body, ...options }),
})

export const disputes = ({ call, list }: Client) => ({
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/disputes/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/disputes'>, options?: RequestOptions) => list('/v1/disputes', query, options),
})

export const executorLists = ({ call, list }: Client) => ({
  create: (body: BodyOf<'post', '/v1/executor-lists'>, options?: RequestOptions) =>
    call('post', '/v1/executor-lists', { body, ...options }),
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/executor-lists/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/executor-lists'>, options?: RequestOptions) => list('/v1/executor-lists', query, options),
  update: (id: Id, body: BodyOf<'patch', '/v1/executor-lists/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/executor-lists/{id}', { path: { id }, body, ...options }),
  delete: (id: Id, options?: RequestOptions) => call('delete', '/v1/executor-lists/{id}', { path: { id }, ...options }),
  members: (id: Id, query?: QueryOf<'/v1/executor-lists/{id}/members'>, options?: RequestOptions) =>
    list('/v1/executor-lists/{id}/members', query, { path: { id }, ...options }),
  addMembers: (id: Id, body: BodyOf<'post', '/v1/executor-lists/{id}/members'>, options?: RequestOptions) =>
    call('post', '/v1/executor-lists/{id}/members', { path: { id }, body, ...options }),
  removeMember: (id: Id, executorId: string, options?: RequestOptions) =>
    call('delete', '/v1/executor-lists/{id}/members/{executorId}', { path: { id, executorId }, ...options }),
})

export const balance = ({ call, list, file }: Client) => ({
  get: (options?: RequestOptions) => call('get', '/v1/balance', options),
  /** Sets the threshold of low-balance warnings. */
  update: (body: BodyOf<'patch', '/v1/balance'>, options?: RequestOptions) =>
    call('patch', '/v1/balance', { body, ...options }),
  transactions: (query?: QueryOf<'/v1/balance/transactions'>, options?: RequestOptions) =>
    list('/v1/balance/transactions', query, options),
  /** Returns the response with the CSV file unread. */
  statement: (query?: QueryOf<'/v1/balance/statement'>, options?: RequestOptions) =>
    file('/v1/balance/statement', { query, ...options }),
})

export const deposits = ({ call, list }: Client) => ({
  create: (body: BodyOf<'post', '/v1/deposits'>, options?: RequestOptions) =>
    call('post', '/v1/deposits', { body, ...options }),
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/deposits/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/deposits'>, options?: RequestOptions) => list('/v1/deposits', query, options),
})

/** What a task may be made of: the ids for `tasks.create`. */
export const catalog = ({ call }: Client) => ({
  categories: (query?: QueryOf<'/v1/categories'>, options?: RequestOptions) =>
    call('get', '/v1/categories', { query, ...options }),
  platforms: (query?: QueryOf<'/v1/platforms'>, options?: RequestOptions) =>
    call('get', '/v1/platforms', { query, ...options }),
  prices: (query?: QueryOf<'/v1/prices'>, options?: RequestOptions) => call('get', '/v1/prices', { query, ...options }),
  addOns: (query?: QueryOf<'/v1/add-ons'>, options?: RequestOptions) =>
    call('get', '/v1/add-ons', { query, ...options }),
  countries: (query?: QueryOf<'/v1/countries'>, options?: RequestOptions) =>
    call('get', '/v1/countries', { query, ...options }),
})

export const standing = ({ call }: Client) => ({
  get: (options?: RequestOptions) => call('get', '/v1/standing', options),
})

export const events = ({ call }: Client) => ({
  get: (id: string, options?: RequestOptions) => call('get', '/v1/events/{id}', { path: { id }, ...options }),
  /** Returns up to `limit` events with a `sequence` greater than `after`. */
  page: (query?: QueryOf<'/v1/events'>, options?: RequestOptions) => call('get', '/v1/events', { query, ...options }),
  /** Yields all events after `after` until none is left. Remember the last `sequence` that you have processed. */
  async *after(after: number, query?: QueryOf<'/v1/events'>, options?: RequestOptions): AsyncGenerator<Event, void> {
    for (let from = after, hasMore = true; hasMore; ) {
      const page = await call('get', '/v1/events', { query: { limit: 100, ...query, after: from }, ...options })
      yield* page.items
      ;({ nextAfter: from, hasMore } = page)
    }
  },
})

export const webhooks = ({ call, list }: Client) => ({
  /** The answer has the secret, which is shown only once. */
  create: (body: BodyOf<'post', '/v1/webhooks'>, options?: RequestOptions) =>
    call('post', '/v1/webhooks', { body, ...options }),
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/webhooks/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/v1/webhooks'>, options?: RequestOptions) => list('/v1/webhooks', query, options),
  update: (id: Id, body: BodyOf<'patch', '/v1/webhooks/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/webhooks/{id}', { path: { id }, body, ...options }),
  delete: (id: Id, options?: RequestOptions) => call('delete', '/v1/webhooks/{id}', { path: { id }, ...options }),
  rotateSecret: (id: Id, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/rotate-secret', { path: { id }, ...options }),
  test: (id: Id, options?: RequestOptions) => call('post', '/v1/webhooks/{id}/test', { path: { id }, ...options }),
  replay: (id: Id, body: BodyOf<'post', '/v1/webhooks/{id}/replay'>, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/replay', { path: { id }, body, ...options }),
  deliveries: (id: Id, query?: QueryOf<'/v1/webhooks/{id}/deliveries'>, options?: RequestOptions) =>
    list('/v1/webhooks/{id}/deliveries', query, { path: { id }, ...options }),
  delivery: (id: Id, deliveryId: Id, options?: RequestOptions) =>
    call('get', '/v1/webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId }, ...options }),
  resend: (id: Id, deliveryId: Id, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/deliveries/{deliveryId}/resend', { path: { id, deliveryId }, ...options }),
})

/** Operations that only a sandbox has: with a test key (`mkt_test_…`). */
export const sandbox = ({ call }: Client) => ({
  clock: (options?: RequestOptions) => call('get', '/v1/sandbox/clock', options),
  /** Moves the clock forward. What becomes due is done before the answer. */
  advance: (body: BodyOf<'post', '/v1/sandbox/clock'>, options?: RequestOptions) =>
    call('post', '/v1/sandbox/clock', { body, ...options }),
  /** Adds money from nothing to the balance. */
  deposit: (body: BodyOf<'post', '/v1/sandbox/deposits'>, options?: RequestOptions) =>
    call('post', '/v1/sandbox/deposits', { body, ...options }),
  /** Creates a simulated executor, who works on a task of yours. */
  createExecutor: (body: BodyOf<'post', '/v1/sandbox/executors'>, options?: RequestOptions) =>
    call('post', '/v1/sandbox/executors', { body, ...options }),
  /** Lets a simulated executor do more. */
  runExecutor: (
    executorId: string,
    body: BodyOf<'post', '/v1/sandbox/executors/{executorId}/steps'>,
    options?: RequestOptions,
  ) => call('post', '/v1/sandbox/executors/{executorId}/steps', { path: { executorId }, body, ...options }),
  /** Lets the simulated advertiser decide on your work. */
  review: (body: BodyOf<'post', '/v1/sandbox/reviews'>, options?: RequestOptions) =>
    call('post', '/v1/sandbox/reviews', { body, ...options }),
  /** Removes everything from the sandbox. Its test keys stay valid. */
  reset: (options?: RequestOptions) => call('post', '/v1/sandbox/reset', options),
})
