import type { AnswerTo, BodyOf, Client, QueryOf } from './call.ts'
import type { RequestOptions } from './transport.ts'

type Id = number
type QueryOfImport = {
  /** The import fails if the total cost of the task would be higher. */
  readonly maxCost?: number
}
type Event = AnswerTo<'get', '/v1/events'>['items'][number]

export const tasks = ({ call, list }: Client) => ({
  /** Creates a task and holds its cost, or with `draft` only saves it. */
  create: (body: BodyOf<'post', '/v1/tasks'>, options?: RequestOptions) =>
    call('post', '/v1/tasks', { body, ...options }),
  /** Creates up to 100 tasks. The answer has the result of each, in order; one that is refused does not prevent the others. */
  bulk: ({ tasks }: { readonly tasks: readonly BodyOf<'post', '/v1/tasks'>[] }, options?: RequestOptions) =>
    call('post', '/v1/tasks/bulk', { body: { tasks: [...tasks] }, ...options }),
  /** Returns what a task would cost and whether the balance suffices. Nothing is saved. */
  estimate: (body: BodyOf<'post', '/v1/tasks/estimate'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/estimate', { body, ...options }),
  /** Returns a task with its counts and budget. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/tasks/{id}', { path: { id }, ...options }),
  /** Your tasks, without the archived ones unless `includeArchived`. */
  list: (query?: QueryOf<'/v1/tasks'>, options?: RequestOptions) => list('/v1/tasks', query, options),
  /** Changes a task, pauses or resumes it. Omitted members stay. */
  update: (id: Id, body: BodyOf<'patch', '/v1/tasks/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/tasks/{id}', { path: { id }, body, ...options }),
  /** Ends a task for good and releases the money that it holds. */
  archive: (id: Id, options?: RequestOptions) => call('delete', '/v1/tasks/{id}', { path: { id }, ...options }),
  /** Who works on a task, newest first. */
  reservations: (id: Id, query?: QueryOf<'/v1/tasks/{id}/reservations'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/reservations', query, { path: { id }, ...options }),
  /** Reports on one task. */
  reports: (id: Id, query?: QueryOf<'/v1/tasks/{id}/reports'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/reports', query, { path: { id }, ...options }),
  /** Counts the single-use completion codes of a task. */
  completionCodes: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/completion-codes', { path: { id }, ...options }),
  /** Uploads or generates single-use completion codes. */
  addCompletionCodes: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/completion-codes'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/completion-codes', { path: { id }, body, ...options }),
  /** Removes the codes that no one has used. */
  removeCompletionCodes: (id: Id, options?: RequestOptions) =>
    call('delete', '/v1/tasks/{id}/completion-codes', { path: { id }, ...options }),
})

/** What connects a task with the site of a study; members of `tasks`. */
export const taskStudies = ({ call }: Client) => ({
  /** The secret that a task shares with the site of its study. */
  studySecret: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/study-secret', { path: { id }, ...options }),
  /** Changes the secret. The old one ends at once. */
  rotateStudySecret: (id: Id, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/study-secret/rotate', { path: { id }, ...options }),
  /** Which return links of the last test run arrived. */
  testRun: (id: Id, options?: RequestOptions) => call('get', '/v1/tasks/{id}/test-run', { path: { id }, ...options }),
  /** Begins a test run, and returns the address to open. */
  startTestRun: (id: Id, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/test-run', { path: { id }, ...options }),
  /** Notes that a return link of the test run arrived. */
  returnTestRun: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/test-run/return'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/test-run/return', { path: { id }, body, ...options }),
})

/** Items of tasks and their answers; members of `tasks`. */
export const taskItems = ({ call, list, file }: Client) => ({
  /** The items of a task. */
  items: (id: Id, query?: QueryOf<'/v1/tasks/{id}/items'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/items', query, { path: { id }, ...options }),
  /** Adds items to a task, all or none, and holds the cost of their slots. */
  addItems: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/items'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/items', { path: { id }, body, ...options }),
  /** Cancels items that are open or waiting, and releases the cost of slots that no item needs any more. */
  cancelItems: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/items/cancel'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/items/cancel', { path: { id }, body, ...options }),
  /** Asks again for waiting items, and holds the cost of their missing answers. */
  askAgainForItems: (id: Id, body: BodyOf<'post', '/v1/tasks/{id}/items/ask-again'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/items/ask-again', { path: { id }, body, ...options }),
  /** How accurate executors are on a task: their answers to its gold items. */
  accuracies: (id: Id, query?: QueryOf<'/v1/tasks/{id}/accuracies'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/accuracies', query, { path: { id }, ...options }),
  /** What the rules of a task did, and the figures that met their conditions. */
  ruleActions: (id: Id, query?: QueryOf<'/v1/tasks/{id}/rule-actions'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/rule-actions', query, { path: { id }, ...options }),
  /** The items of a task with their answers. */
  results: (id: Id, query?: QueryOf<'/v1/tasks/{id}/results'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/results', query, { path: { id }, ...options }),
  /** The pending reports of which every answer matches a filter, with their versions, for a bulk decision. */
  reportsByAnswers: (id: Id, query?: QueryOf<'/v1/tasks/{id}/results/reports'>, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/results/reports', { path: { id }, query, ...options }),
  /** How much the answers to the items of a task agree, as of the last computation of its results. */
  agreement: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/results/agreement', { path: { id }, ...options }),
  /** Returns the response with the file of answers unread: CSV or JSON lines. */
  exportResults: (id: Id, query?: QueryOf<'/v1/tasks/{id}/results/export'>, options?: RequestOptions) =>
    file('/v1/tasks/{id}/results/export', { path: { id }, query, ...options }),
})

/** Files of items; members of `tasks`. */
export const taskImports = ({ call, list }: Client) => ({
  /**
   * Sends a file of items, all or none: a blob of the type `text/csv` or `application/x-ndjson`, in Node from `openAsBlob`. Each attempt may
   * take an hour. Read it with `getImport` until the import has ended.
   */
  importItems: (id: Id, file: Blob, { maxCost, ...options }: RequestOptions & QueryOfImport = {}) =>
    call('post', '/v1/tasks/{id}/imports', {
      path: { id },
      query: { maxCost },
      file,
      timeoutMs: 3_600_000,
      ...options,
    }),
  /** The imports of a task, newest first. */
  imports: (id: Id, query?: QueryOf<'/v1/tasks/{id}/imports'>, options?: RequestOptions) =>
    list('/v1/tasks/{id}/imports', query, { path: { id }, ...options }),
  /** Returns how far an import is, and what is wrong with its file. */
  getImport: (id: Id, importId: Id, options?: RequestOptions) =>
    call('get', '/v1/tasks/{id}/imports/{importId}', { path: { id, importId }, ...options }),
})

export const reports = ({ call, list, file }: Client) => ({
  /** Returns a report with the content of its task, proofs and history. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/reports/{id}', { path: { id }, ...options }),
  /** Reports on all your tasks. */
  list: (query?: QueryOf<'/v1/reports'>, options?: RequestOptions) => list('/v1/reports', query, options),
  /** Accepts the work and pays its executor. */
  accept: (id: Id, body?: BodyOf<'post', '/v1/reports/{id}/accept'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/accept', { path: { id }, body, ...options }),
  /** Rejects the work, with a reason that its executor reads and may dispute. */
  reject: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/reject'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/reject', { path: { id }, body, ...options }),
  /** Sends the work back to its executor with a deadline. */
  requestRework: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/rework'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/rework', { path: { id }, body, ...options }),
  /** Pays the executor of an accepted report a bonus, plus the fee. */
  giveBonus: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/bonus'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/bonus', { path: { id }, body, ...options }),
  /** Takes back a rejection that waits for an operator. The report waits for another decision. */
  withdrawRejection: (id: Id, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/withdraw-rejection', { path: { id }, ...options }),
  /** Facts about the executor and the work that help to judge it. */
  background: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/reports/{id}/background', { path: { id }, ...options }),
  /** Decides on up to 1,000 reports. The answer names the result of each. */
  bulk: (body: BodyOf<'post', '/v1/reports/bulk'>, options?: RequestOptions) =>
    call('post', '/v1/reports/bulk', { body, ...options }),
  /** Decides on reports by a CSV file. The answer names the result of each row. */
  import: (body: BodyOf<'post', '/v1/reports/import'>, options?: RequestOptions) =>
    call('post', '/v1/reports/import', { body, ...options }),
  /** Returns the response with the file unread: CSV or JSON lines. */
  export: (query?: QueryOf<'/v1/reports/export'>, options?: RequestOptions) =>
    file('/v1/reports/export', { query, ...options }),
  /** Answers the executor who disputes your rejection. Operators read it. */
  answerDispute: (id: Id, body: BodyOf<'post', '/v1/reports/{id}/dispute/answer'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/dispute/answer', { path: { id }, body, ...options }),
  /** Agrees with the executor and pays the work. */
  concedeDispute: (id: Id, body?: BodyOf<'post', '/v1/reports/{id}/dispute/concede'>, options?: RequestOptions) =>
    call('post', '/v1/reports/{id}/dispute/concede', { path: { id }, body, ...options }),
})

export const disputes = ({ call, list }: Client) => ({
  /** Returns a dispute about one of your rejections. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/disputes/{id}', { path: { id }, ...options }),
  /** Disputes about your rejections. */
  list: (query?: QueryOf<'/v1/disputes'>, options?: RequestOptions) => list('/v1/disputes', query, options),
})

/** What executors of your tasks and you write to each other. A conversation has the id of its reservation. */
export const messages = ({ call, list }: Client) => ({
  /** Your conversations, the one with the newest message first. */
  conversations: (query?: QueryOf<'/v1/conversations'>, options?: RequestOptions) =>
    list('/v1/conversations', query, options),
  /** Returns the conversation on a reservation, also before its first message. */
  conversation: (id: Id, options?: RequestOptions) =>
    call('get', '/v1/conversations/{id}', { path: { id }, ...options }),
  /** Counts unread messages. */
  unread: (options?: RequestOptions) => call('get', '/v1/conversations/unread', options),
  /** The messages of a conversation, newest first. */
  list: (id: Id, query?: QueryOf<'/v1/conversations/{id}/messages'>, options?: RequestOptions) =>
    list('/v1/conversations/{id}/messages', query, { path: { id }, ...options }),
  /** Writes to the executor. */
  send: (id: Id, body: BodyOf<'post', '/v1/conversations/{id}/messages'>, options?: RequestOptions) =>
    call('post', '/v1/conversations/{id}/messages', { path: { id }, body, ...options }),
  /** Marks messages as read, up to one of them. */
  markRead: (id: Id, body: BodyOf<'post', '/v1/conversations/{id}/read'>, options?: RequestOptions) =>
    call('post', '/v1/conversations/{id}/read', { path: { id }, body, ...options }),
  /** Reports a message that you received to the operators. */
  report: (id: Id, body: BodyOf<'post', '/v1/messages/{id}/report'>, options?: RequestOptions) =>
    call('post', '/v1/messages/{id}/report', { path: { id }, body, ...options }),
  /** Writes to the executors of a task whose work has one of the statuses, each in a conversation of their own. */
  sendToMany: (taskId: Id, body: BodyOf<'post', '/v1/tasks/{id}/messages'>, options?: RequestOptions) =>
    call('post', '/v1/tasks/{id}/messages', { path: { id: taskId }, body, ...options }),
  /** Returns a message to many, and how many have got it. */
  toMany: (id: Id, options?: RequestOptions) => call('get', '/v1/bulk-messages/{id}', { path: { id }, ...options }),
})

export const executorLists = ({ call, list }: Client) => ({
  /** Creates a list of executors, which tasks use to allow or block them. */
  create: (body: BodyOf<'post', '/v1/executor-lists'>, options?: RequestOptions) =>
    call('post', '/v1/executor-lists', { body, ...options }),
  /** Returns a list of executors. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/executor-lists/{id}', { path: { id }, ...options }),
  /** Your lists of executors. */
  list: (query?: QueryOf<'/v1/executor-lists'>, options?: RequestOptions) => list('/v1/executor-lists', query, options),
  /** Renames a list. */
  update: (id: Id, body: BodyOf<'patch', '/v1/executor-lists/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/executor-lists/{id}', { path: { id }, body, ...options }),
  /** Deletes a list that no task uses. */
  delete: (id: Id, options?: RequestOptions) => call('delete', '/v1/executor-lists/{id}', { path: { id }, ...options }),
  /** The executors of a list. */
  members: (id: Id, query?: QueryOf<'/v1/executor-lists/{id}/members'>, options?: RequestOptions) =>
    list('/v1/executor-lists/{id}/members', query, { path: { id }, ...options }),
  /** Adds executors who have worked for you to a list: all or none. */
  addMembers: (id: Id, body: BodyOf<'post', '/v1/executor-lists/{id}/members'>, options?: RequestOptions) =>
    call('post', '/v1/executor-lists/{id}/members', { path: { id }, body, ...options }),
  /** Removes an executor from a list. */
  removeMember: (id: Id, executorId: string, options?: RequestOptions) =>
    call('delete', '/v1/executor-lists/{id}/members/{executorId}', { path: { id, executorId }, ...options }),
})

export const qualifications = ({ call, list }: Client) => ({
  /** Creates a qualification, or a group without scores. */
  create: (body: BodyOf<'post', '/v1/qualifications'>, options?: RequestOptions) =>
    call('post', '/v1/qualifications', { body, ...options }),
  /** Returns a qualification of yours or of the marketplace. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/qualifications/{id}', { path: { id }, ...options }),
  /** The qualifications that your tasks can require. */
  list: (query?: QueryOf<'/v1/qualifications'>, options?: RequestOptions) => list('/v1/qualifications', query, options),
  /** Changes the name or texts of a qualification, or who sees it. */
  update: (id: Id, body: BodyOf<'patch', '/v1/qualifications/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/qualifications/{id}', { path: { id }, body, ...options }),
  /** Deletes a qualification that no task requires, with its grants. */
  delete: (id: Id, options?: RequestOptions) => call('delete', '/v1/qualifications/{id}', { path: { id }, ...options }),
  /** The executors who have a qualification. */
  grants: (id: Id, query?: QueryOf<'/v1/qualifications/{id}/grants'>, options?: RequestOptions) =>
    list('/v1/qualifications/{id}/grants', query, { path: { id }, ...options }),
  /** Grants a qualification to executors who have worked for you: all or none. */
  grant: (id: Id, body: BodyOf<'post', '/v1/qualifications/{id}/grants'>, options?: RequestOptions) =>
    call('post', '/v1/qualifications/{id}/grants', { path: { id }, body, ...options }),
  /** Takes a qualification from an executor. */
  take: (id: Id, executorId: string, options?: RequestOptions) =>
    call('delete', '/v1/qualifications/{id}/grants/{executorId}', { path: { id, executorId }, ...options }),
})

export const balance = ({ call, list, file }: Client) => ({
  /** Returns what is available, held and owed. */
  get: (options?: RequestOptions) => call('get', '/v1/balance', options),
  /** Sets the threshold of low-balance warnings. */
  update: (body: BodyOf<'patch', '/v1/balance'>, options?: RequestOptions) =>
    call('patch', '/v1/balance', { body, ...options }),
  /** Changes of the balance, newest first. */
  transactions: (query?: QueryOf<'/v1/balance/transactions'>, options?: RequestOptions) =>
    list('/v1/balance/transactions', query, options),
  /** Returns the response with the CSV file unread. */
  statement: (query?: QueryOf<'/v1/balance/statement'>, options?: RequestOptions) =>
    file('/v1/balance/statement', { query, ...options }),
})

export const deposits = ({ call, list }: Client) => ({
  /** Starts a card deposit. The answer has the address of the page for paying. */
  create: (body: BodyOf<'post', '/v1/deposits'>, options?: RequestOptions) =>
    call('post', '/v1/deposits', { body, ...options }),
  /** Returns a deposit with its status. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/deposits/{id}', { path: { id }, ...options }),
  /** Your deposits. */
  list: (query?: QueryOf<'/v1/deposits'>, options?: RequestOptions) => list('/v1/deposits', query, options),
})

/** What a task may be made of: the ids for `tasks.create`. */
export const catalog = ({ call }: Client) => ({
  /** Kinds of work. */
  categories: (query?: QueryOf<'/v1/categories'>, options?: RequestOptions) =>
    call('get', '/v1/categories', { query, ...options }),
  /** Platforms on which work is done, such as a shop or an app store. */
  platforms: (query?: QueryOf<'/v1/platforms'>, options?: RequestOptions) =>
    call('get', '/v1/platforms', { query, ...options }),
  /** Types of work with their cost, and the schemas of their `details`. */
  prices: (query?: QueryOf<'/v1/prices'>, options?: RequestOptions) => call('get', '/v1/prices', { query, ...options }),
  /** What can be added to a task, with its price. */
  addOns: (query?: QueryOf<'/v1/add-ons'>, options?: RequestOptions) =>
    call('get', '/v1/add-ons', { query, ...options }),
  /** Countries that a task may target. */
  countries: (query?: QueryOf<'/v1/countries'>, options?: RequestOptions) =>
    call('get', '/v1/countries', { query, ...options }),
})

export const standing = ({ call }: Client) => ({
  /** Returns what executors see about you: acceptance rate, review times and lost disputes. */
  get: (options?: RequestOptions) => call('get', '/v1/standing', options),
})

export const events = ({ call }: Client) => ({
  /** Returns an event as it was delivered. */
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
  /** Returns a webhook with its health. */
  get: (id: Id, options?: RequestOptions) => call('get', '/v1/webhooks/{id}', { path: { id }, ...options }),
  /** Your webhooks. */
  list: (query?: QueryOf<'/v1/webhooks'>, options?: RequestOptions) => list('/v1/webhooks', query, options),
  /** Changes, disables or enables a webhook. Another address must answer a challenge first. */
  update: (id: Id, body: BodyOf<'patch', '/v1/webhooks/{id}'>, options?: RequestOptions) =>
    call('patch', '/v1/webhooks/{id}', { path: { id }, body, ...options }),
  /** Deletes a webhook and cancels its pending deliveries. */
  delete: (id: Id, options?: RequestOptions) => call('delete', '/v1/webhooks/{id}', { path: { id }, ...options }),
  /** Makes a new secret. The previous one signs too for 24 hours, unless `expirePrevious`. */
  rotateSecret: (id: Id, body?: BodyOf<'post', '/v1/webhooks/{id}/rotate-secret'>, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/rotate-secret', { path: { id }, body, ...options }),
  /** Sends a new challenge. A webhook gets no events until it answers one. */
  verify: (id: Id, options?: RequestOptions) => call('post', '/v1/webhooks/{id}/verify', { path: { id }, ...options }),
  /** Sends a signed `webhook.test` event. The answer is its delivery. */
  test: (id: Id, options?: RequestOptions) => call('post', '/v1/webhooks/{id}/test', { path: { id }, ...options }),
  /** Sends a range of past events again. Each keeps its id. */
  replay: (id: Id, body: BodyOf<'post', '/v1/webhooks/{id}/replay'>, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/replay', { path: { id }, body, ...options }),
  /** Deliveries to a webhook, newest first. */
  deliveries: (id: Id, query?: QueryOf<'/v1/webhooks/{id}/deliveries'>, options?: RequestOptions) =>
    list('/v1/webhooks/{id}/deliveries', query, { path: { id }, ...options }),
  /** Returns a delivery with its attempts and their answers. */
  delivery: (id: Id, deliveryId: Id, options?: RequestOptions) =>
    call('get', '/v1/webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId }, ...options }),
  /** Sends a delivery again, with the same id and body. */
  resend: (id: Id, deliveryId: Id, options?: RequestOptions) =>
    call('post', '/v1/webhooks/{id}/deliveries/{deliveryId}/resend', { path: { id, deliveryId }, ...options }),
})

/** Operations that only a sandbox has: with a test key (`mkt_test_…`). */
export const sandbox = ({ call }: Client) => ({
  /** Returns the time of the sandbox. */
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
