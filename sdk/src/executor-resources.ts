import type { BodyOf, Client, QueryOf } from './call.ts'
import type { RequestOptions } from './transport.ts'

type Id = number

export const offers = ({ call, list }: Client) => ({
  /** Offers that are open to executors. */
  available: (query?: QueryOf<'/api/executor/offers/available'>, options?: RequestOptions) =>
    list('/api/executor/offers/available', query, options),
  /** Returns an offer, and your work on it. */
  get: (offerId: Id, query?: QueryOf<'/api/executor/offers/available/{offerId}'>, options?: RequestOptions) =>
    call('get', '/api/executor/offers/available/{offerId}', { path: { offerId }, query, ...options }),
  /** Reserves one slot for a limited time. An active reservation is returned as it is. */
  reserve: (offerId: Id, options?: RequestOptions) =>
    call('post', '/api/executor/offers/{offerId}/reserve', { path: { offerId }, ...options }),
  /** Extends the reservation, once. Name it by `reservationId`, so that a repeated call cannot reach a newer one. */
  extend: (
    offerId: Id,
    body?: BodyOf<'post', '/api/executor/offers/{offerId}/reservation/extend'>,
    options?: RequestOptions,
  ) => call('post', '/api/executor/offers/{offerId}/reservation/extend', { path: { offerId }, body, ...options }),
  /**
   * Gives the reserved slot back. Name the reservation by `reservationId`, so that a repeated call cannot reach a newer one. With `skipped`, you skip all of its
   * items for this reason.
   */
  cancel: (
    offerId: Id,
    body?: BodyOf<'post', '/api/executor/offers/{offerId}/reservation/cancel'>,
    options?: RequestOptions,
  ) => call('post', '/api/executor/offers/{offerId}/reservation/cancel', { path: { offerId }, body, ...options }),
  /** Submits the work of the active reservation. */
  submit: (
    offerId: Id,
    body: BodyOf<'post', '/api/executor/offers/{offerId}/submit-execution'>,
    options?: RequestOptions,
  ) => call('post', '/api/executor/offers/{offerId}/submit-execution', { path: { offerId }, body, ...options }),
  /** Tells the operators that an offer breaks the rules. */
  report: (offerId: Id, body: BodyOf<'post', '/api/executor/offers/{offerId}/report'>, options?: RequestOptions) =>
    call('post', '/api/executor/offers/{offerId}/report', { path: { offerId }, body, ...options }),
})

/** Content with its type, such as a `File`: jpg, png, webp or pdf, up to 5 MiB. */
export type ProofFile = Blob & { readonly name?: string }

export const proofs = ({ call, file }: Client) => ({
  /** Uploads one to five files for the active reservation. The answer has their addresses for `offers.submit`. */
  upload: (offerId: Id, files: ProofFile | readonly ProofFile[], options?: RequestOptions) => {
    const form = new FormData()
    for (const [index, content] of [files].flat().entries())
      form.append('files', content, content.name ?? `proof-${index}`)
    return call('post', '/api/executor/offers/{offerId}/proof/uploads', { path: { offerId }, form, ...options })
  },
  /** Returns the response with the file unread, or with `thumbnail` a small picture of it. */
  download: (name: string, query?: QueryOf<'/uploads/executor/proofs/{name}'>, options?: RequestOptions) =>
    file('/uploads/executor/proofs/{name}', { path: { name }, query, ...options }),
})

export const reservations = ({ list }: Client) => ({
  /** Your reservations. */
  list: (query?: QueryOf<'/api/executor/reservations'>, options?: RequestOptions) =>
    list('/api/executor/reservations', query, options),
})

export const executions = ({ call, list }: Client) => ({
  /** Returns your work with its history. */
  get: (id: Id, options?: RequestOptions) => call('get', '/api/executor/executions/{id}', { path: { id }, ...options }),
  /** Your submitted work. */
  list: (query?: QueryOf<'/api/executor/executions'>, options?: RequestOptions) =>
    list('/api/executor/executions', query, options),
  /** Takes back work that is under review or in rework. The slot becomes free, and nothing is paid. */
  withdraw: (id: Id, options?: RequestOptions) =>
    call('post', '/api/executor/executions/{id}/withdraw', { path: { id }, ...options }),
  /** Asks the operators to decide on a rejection. */
  dispute: (id: Id, body: BodyOf<'post', '/api/executor/executions/{id}/dispute'>, options?: RequestOptions) =>
    call('post', '/api/executor/executions/{id}/dispute', { path: { id }, body, ...options }),
})

export const earnings = ({ call, list }: Client) => ({
  /** Returns your earnings: pending, available and withdrawn. */
  get: (options?: RequestOptions) => call('get', '/api/executor/balance', options),
  /** Changes of your balance, newest first. */
  transactions: (query?: QueryOf<'/api/executor/transactions'>, options?: RequestOptions) =>
    list('/api/executor/transactions', query, options),
  /** Requests a withdrawal, for example to the account of the previous one. */
  withdraw: (body: BodyOf<'post', '/api/executor/withdrawals'>, options?: RequestOptions) =>
    call('post', '/api/executor/withdrawals', { body, ...options }),
  /** Your withdrawals. */
  withdrawals: (query?: QueryOf<'/api/executor/withdrawals'>, options?: RequestOptions) =>
    list('/api/executor/withdrawals', query, options),
  /** Cancels a withdrawal before an operator approves it. */
  cancelWithdrawal: (id: Id, options?: RequestOptions) =>
    call('post', '/api/executor/withdrawals/{id}/cancel', { path: { id }, ...options }),
})

export const account = ({ call }: Client) => ({
  /** Returns your account and profile. */
  get: (options?: RequestOptions) => call('get', '/api/account', options),
  /** Changes your language or executor profile. Omitted members stay. */
  update: (body: BodyOf<'patch', '/api/account'>, options?: RequestOptions) =>
    call('patch', '/api/account', { body, ...options }),
})
