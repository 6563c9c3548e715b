import type { BodyOf, Client, QueryOf } from './call.ts'
import type { RequestOptions } from './transport.ts'

type Id = number

export const offers = ({ call, list }: Client) => ({
  /** Offers that are open to executors. */
  available: (query?: QueryOf<'/api/executor/offers/available'>, options?: RequestOptions) =>
    list('/api/executor/offers/available', query, options),
  get: (offerId: Id, options?: RequestOptions) =>
    call('get', '/api/executor/offers/available/{offerId}', { path: { offerId }, ...options }),
  /** Reserves one slot for a limited time. An active reservation is returned as it is. */
  reserve: (offerId: Id, options?: RequestOptions) =>
    call('post', '/api/executor/offers/{offerId}/reserve', { path: { offerId }, ...options }),
  /** Extends the reservation, once. Name it by `reservationId`, so that a repeated call cannot reach a newer one. */
  extend: (
    offerId: Id,
    body?: BodyOf<'post', '/api/executor/offers/{offerId}/reservation/extend'>,
    options?: RequestOptions,
  ) => call('post', '/api/executor/offers/{offerId}/reservation/extend', { path: { offerId }, body, ...options }),
  /** Gives the reserved slot back. Name the reservation by `reservationId`, so that a repeated call cannot reach a newer one. */
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
  /** Returns the response with the file unread. */
  download: (name: string, options?: RequestOptions) =>
    file('/uploads/executor/proofs/{name}', { path: { name }, ...options }),
})

export const reservations = ({ list }: Client) => ({
  list: (query?: QueryOf<'/api/executor/reservations'>, options?: RequestOptions) =>
    list('/api/executor/reservations', query, options),
})

export const executions = ({ call, list }: Client) => ({
  get: (id: Id, options?: RequestOptions) => call('get', '/api/executor/executions/{id}', { path: { id }, ...options }),
  list: (query?: QueryOf<'/api/executor/executions'>, options?: RequestOptions) =>
    list('/api/executor/executions', query, options),
  withdraw: (id: Id, options?: RequestOptions) =>
    call('post', '/api/executor/executions/{id}/withdraw', { path: { id }, ...options }),
  /** Asks the operators to decide on a rejection. */
  dispute: (id: Id, body: BodyOf<'post', '/api/executor/executions/{id}/dispute'>, options?: RequestOptions) =>
    call('post', '/api/executor/executions/{id}/dispute', { path: { id }, body, ...options }),
})

export const earnings = ({ call, list }: Client) => ({
  get: (options?: RequestOptions) => call('get', '/api/executor/balance', options),
  transactions: (query?: QueryOf<'/api/executor/transactions'>, options?: RequestOptions) =>
    list('/api/executor/transactions', query, options),
  withdraw: (body: BodyOf<'post', '/api/executor/withdrawals'>, options?: RequestOptions) =>
    call('post', '/api/executor/withdrawals', { body, ...options }),
  withdrawals: (query?: QueryOf<'/api/executor/withdrawals'>, options?: RequestOptions) =>
    list('/api/executor/withdrawals', query, options),
  cancelWithdrawal: (id: Id, options?: RequestOptions) =>
    call('post', '/api/executor/withdrawals/{id}/cancel', { path: { id }, ...options }),
})

export const account = ({ call }: Client) => ({
  get: (options?: RequestOptions) => call('get', '/api/account', options),
  update: (body: BodyOf<'patch', '/api/account'>, options?: RequestOptions) =>
    call('patch', '/api/account', { body, ...options }),
})
