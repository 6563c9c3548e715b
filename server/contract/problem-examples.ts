import { bodyError, type Extras, type FieldError, type ProblemType, queryError } from '../values/problems/problem.ts'

const soon = '2026-03-01T12:00:00.000Z'
const about = { reservationId: 9001, offerId: 42, expiresAtUtc: soon }

/** Example values of the extra members of problems, by code. Codes without extra members are left out. */
const extras: Readonly<Record<string, Extras>> = {
  accept_bonus_paid: { paid: 0.25, currency: 'USD' },
  account_has_obligations: { obstacles: [{ code: 'OpenOffers', count: 2 }] },
  account_not_found: { email: 'anna@example.com' },
  account_role_missing: { role: 'Advertiser' },
  active_reservation_exists: about,
  address_not_allowed: { address: '198.51.100.7' },
  attempts_exhausted: { limit: 2 },
  too_many_offer_reports: { limit: 10 },
  bonus_limit_reached: { maximum: 2.5, paid: 2.25, currency: 'USD' },
  block_list_exists: { listId: 4 },
  booking_request_state_conflict: { currentStatus: 'Approved' },
  operator_request_state_conflict: { currentStatus: 'Approved' },
  operator_waiting: { untilUtc: soon },
  payout_account_waiting: { untilUtc: soon },
  catalog_changed: { etag: 'tY6hLw1fZ8dRa0GuE4oXiQ' },
  confirmation_required: { validSeconds: 600 },
  cooling_down: { untilUtc: soon },
  daily_spend_max_exceeded: {
    dailySpendMax: 50,
    spentToday: 12.5,
    required: 110,
    currency: 'USD',
    resetsAtUtc: '2026-03-02T00:00:00.000Z',
  },
  deposit_reference_taken: { reference: 'invoice-7', amount: 100 },
  deposit_state_conflict: { currentStatus: 'Refunded' },
  dispute_state_conflict: { currentStatus: 'Resolved', allowedActions: [] },
  dispute_window_closed: { currentStatus: 'Rejected', appealDeadlineAtUtc: soon },
  email_taken: { email: 'anna@example.com' },
  execution_pending: { executionId: 501 },
  bonus_external_id_taken: { existingReportId: 731, amount: 0.25 },
  external_id_taken: { existingTaskId: 42 },
  guarantee_payment_ended: { outcome: 'Approved' },
  headers_too_large: { max: 16_384 },
  held_rejection_ended: { outcome: 'Dismissed' },
  insufficient_funds: { required: 110, available: 42.5, shortfall: 67.5, currency: 'USD' },
  insufficient_scope: { scope: 'reports:write' },
  level_too_low: { required: 2, level: 1 },
  list_full: { most: 10_000 },
  list_in_use: { taskIds: [42] },
  malformed_request: { reason: 'Invalid header token' },
  max_cost_exceeded: { maxCost: 100, totalCost: 110, currency: 'USD' },
  max_cost_required: { totalCost: 110, currency: 'USD' },
  method_not_allowed: { method: 'PUT', allowed: 'GET, HEAD, POST' },
  unsupported_media_type: { supported: ['application/json'] },
  no_held_rejection: { currentStatus: 'Pending' },
  offer_ended: { endsAtUtc: soon },
  offer_not_started: { startsAtUtc: soon },
  operation_unavailable: { reason: 'expired' },
  offers_paused: { causes: ['deposit_charged_back'] },
  per_executor_limit_reached: { limit: 1 },
  profile_incomplete: { missingFields: ['birthDate'] },
  rate_limited: { 'violated-policies': ['default'], retryAfterSeconds: 42 },
  rate_of_offer_exceeded: { limit: 10, periodSeconds: 3_600, retryAfterSeconds: 420 },
  report_already_decided: { currentStatus: 'Accepted', allowedActions: [] },
  report_not_accepted: { currentStatus: 'Pending' },
  report_not_under_review: { currentStatus: 'Accepted' },
  reservation_already_extended: about,
  reservation_already_submitted: about,
  reservation_expired: about,
  reservation_not_active: { ...about, currentStatus: 'Cancelled' },
  reservation_not_extendable: about,
  rework_limit_reached: { maxRounds: 2 },
  role_required: { role: 'Executor' },
  role_withheld: { role: 'Advertiser' },
  sanction_state_conflict: { currentStatus: 'Ended', allowedActions: [] },
  sanctioned: { kind: 'NoReservations', untilUtc: soon },
  secret_rotation_under_way: { previousSecretExpiresAtUtc: soon },
  task_not_editable: { currentStatus: 'Completed', members: ['title'] },
  task_state_conflict: { currentStatus: 'Archived', allowedActions: [] },
  too_many_codes: { retryAfterSeconds: 900 },
  too_many_credentials: { most: 10 },
  too_many_completion_codes: { most: 100_000, listed: 99_990, scope: 'task' },
  idempotency_answer_not_stored: { status: 200 },
  too_many_lists: { most: 100 },
  too_many_templates: { most: 50 },
  too_many_webhooks: { most: 20 },
  debt_unsettled: { debt: 12.5, currency: 'USD' },
  refund_open: { refundId: 71 },
  refund_state_conflict: { currentStatus: 'Paid', allowedActions: [] },
  payout_exported: { exportCount: 1, exportedAtUtc: '2026-03-01T14:35:00.000Z' },
  payout_unreadable: { withdrawalIds: [310] },
  version_conflict: { currentVersion: 5 },
  clock_too_far: { aheadDaysMax: 3660 },
  reset_too_soon: { retryAfterSeconds: 42 },
  sandbox_full: { megabytesMax: 200 },
  sandbox_unavailable: { reason: 'off' },
  too_many_executors: { most: 100 },
  webhook_disabled: { disabledBy: 'User' },
  webhook_blocked: { reason: 'The receiver asked us to stop.' },
  webhook_limit_reached: { what: 'tests', max: 30, retryAtUtc: '2026-03-01T13:00:00.000Z' },
  withdrawal_below_minimum: { minimum: 5, amount: 4.99, currency: 'USD' },
  withdrawal_open: { withdrawalId: 310 },
  withdrawal_state_conflict: { currentStatus: 'Paid', allowedActions: [] },
}

/** Example field errors, by code, for problems that have them. */
const errors: Readonly<Record<string, readonly FieldError[]>> = {
  catalog_invalid: [bodyError('prices.3.reward', 'minimum', 'must be more than 0.')],
  details_invalid: [bodyError('details.url', 'type', 'must be of type string.')],
  file_too_large: [bodyError('files.0', 'file_too_large', 'must have at most 5242880 bytes.', { max: 5_242_880 })],
  invalid_password: [bodyError('password', 'invalid_password', 'is not your password.')],
  link_invalid: [bodyError('token', 'link_invalid', 'was used before, is too old or is not complete.')],
  invalid_proof_url: [bodyError('proofUrls.0', 'invalid_proof_url', 'must be the URL of a proof of yours.')],
  invalid_webhook_url: [bodyError('url', 'invalid_webhook_url', 'must begin with https://.')],
  malformed_json: [bodyError('', 'malformed_json', 'ends in the middle of a text.')],
  no_files: [bodyError('files', 'no_files', 'must hold one to five files.')],
  not_supported: [
    { field: 'If-Match', code: 'not_supported', detail: 'is not supported here: this has no version. Leave it out.' },
  ],
  price_inactive: [bodyError('offerPriceId', 'inactive', 'is not a price that can be ordered now.')],
  stripe_signature_invalid: [
    queryError(
      'Stripe-Signature',
      'signature',
      'must be one that Stripe made with our secret in the last five minutes.',
    ),
  ],
  too_many_files: [bodyError('files', 'too_many_files', 'must hold at most 5 files.', { max: 5 })],
  unknown_add_on: [bodyError('selectedAddOnIds', 'unknown', 'must be ids of add-ons that can be ordered now.')],
  unknown_country: [bodyError('targetCountryIds.0', 'unknown', 'is not the number of a country.')],
  unknown_executor: [bodyError('executorIds.0', 'unknown', 'is not the id of an executor who has worked for you.')],
  unknown_list: [bodyError('allowListId', 'unknown', 'is not an own list.')],
  unknown_price: [bodyError('offerPriceId', 'unknown', 'is not the id of a price.')],
  unsupported_file_type: [bodyError('files.0', 'unsupported_file_type', 'must be a jpg, png, webp or pdf.')],
  validation_error: [
    bodyError('title', 'required', 'is required.'),
    queryError(
      'createdFrom',
      'format',
      'must be a date such as 2026-01-31 or a date-time with its zone such as 2026-01-31T12:00:00Z.',
    ),
  ],
}

const requestId = 'req_5f0c8a3be1d94f7a2c61b0d3'
const quotaExceeded = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

export const extrasOf = ({ code }: ProblemType): Extras => extras[code] ?? {}

/** Returns an example body, as the server would send it. */
export function exampleOf(type: ProblemType, status: number, publicUrl: string, title = type.title) {
  const { code, detailOf } = type
  const wrong = errors[code] ?? []
  const detail = detailOf?.(extrasOf(type)) ?? wrong.map(({ field, detail: each }) => `${field}: ${each}`).join(' ')
  return {
    type: code === 'rate_limited' ? quotaExceeded : `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    instance: `/v1/tasks#${requestId}`,
    code,
    requestId,
    ...(wrong.length > 0 ? { errors: wrong } : {}),
    ...extrasOf(type),
  }
}
