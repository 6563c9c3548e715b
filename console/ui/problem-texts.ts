import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ApiError } from '../api.ts'
import { durationIn, moneyIn, timeIn } from './formats.ts'

/** Reads the facts of a refusal as people write them. */
type Facts = {
  readonly money: (name: string) => string
  readonly time: (name: string) => string
  readonly count: (name: string) => number
  readonly duration: (name: string) => string
}
type Text = MessageDescriptor | ((facts: Facts) => MessageDescriptor)

const changed = msg`This is no longer possible, because the status has changed. Reload the page.`
const gone = msg`This was not found. It may have been removed.`

/** What a refusal means to the user of a page, and what to do. The API's own texts speak to programs. */
const texts: Readonly<Record<string, Text>> = {
  // Any request
  internal_error: msg`Something went wrong on our side. Nothing was changed.`,
  temporarily_unavailable: msg`The marketplace is busy. Try again in a moment.`,
  request_timeout: msg`The connection is too slow. Try again.`,
  rate_limited: ({ duration }) => msg`Too many requests. Try again in ${duration('retryAfterSeconds')}.`,
  role_required: msg`Your account does not have the role for this.`,
  account_suspended: msg`Your account is suspended. See the reason, and appeal, in Settings → Account.`,
  sanctioned: msg`A sanction prevents this. See its reason and end date in Settings → Account.`,
  own_interest: msg`You are involved in this case. Another operator must decide.`,
  operator_waiting: ({ time }) =>
    msg`New operators decide nothing about money or other operators. You can from ${time('untilUtc')}.`,
  operator_request_state_conflict: msg`Another request about this account is open, or its address has changed. See the open requests under Accounts.`,
  payout_account_waiting: ({ time }) =>
    msg`The first payment to an account waits. It can be approved from ${time('untilUtc')}.`,
  second_factor_required: msg`Operators need two-factor authentication. Set it up in Settings → Security.`,
  version_conflict: msg`Someone else has changed this in the meantime. Try again to see the current version.`,
  idempotency_key_in_progress: msg`The first attempt is still in progress. Try again in a moment.`,
  cross_site_request: msg`This request came from another site. Open the page again.`,
  not_found: gone,
  // Accounts
  account_not_found: msg`No account has this number.`,
  email_taken: msg`This e-mail address already has an account.`,
  too_many_credentials: ({ count }) => msg`You already have ${count('most')}. Revoke one first.`,
  role_withheld: msg`An operator removed this role from the account. Only an operator can restore it.`,
  last_operator: msg`The marketplace needs at least one operator. Make another account an operator first.`,
  no_role_left: msg`An account needs at least one role. To block it completely, suspend it.`,
  sanction_state_conflict: changed,
  user_verification_required: msg`This requires a passkey that checks your PIN, fingerprint or face.`,
  // Tasks
  offer_not_found: msg`This task was not found.`,
  task_not_found: msg`This task was not found.`,
  offer_unavailable: msg`This task is not available now.`,
  no_slots_available: msg`All slots of this task are taken.`,
  own_offer: msg`You cannot work on your own tasks.`,
  offer_not_started: ({ time }) => msg`This task opens on ${time('startsAtUtc')}.`,
  offer_ended: ({ time }) => msg`This task ended on ${time('endsAtUtc')}.`,
  task_state_conflict: changed,
  owner_suspended: msg`The advertiser is suspended. Lift the suspension first, or reject the task.`,
  max_cost_exceeded: ({ money }) => msg`This would cost ${money('totalCost')}, more than your maximum.`,
  insufficient_funds: ({ money }) => msg`You need ${money('shortfall')} more. Add money to your balance first.`,
  catalog_changed: msg`Someone else has changed the catalog. Reload the page and make your changes again.`,
  too_many_completion_codes: ({ count }) =>
    msg`Only ${count('most')} codes are possible here. Remove unused ones first.`,
  list_full: ({ count }) => msg`A list can have ${count('most')} members. No one was added.`,
  too_many_templates: ({ count }) => msg`You can have ${count('most')} templates. Delete one that you no longer use.`,
  too_many_lists: ({ count }) => msg`You can have ${count('most')} lists. Delete one that you no longer use.`,
  block_list_exists: msg`You already have a block list.`,
  list_in_use: msg`Some of your tasks use this list. Archive them or change their list first.`,
  // Reservations
  age_mismatch: msg`This task is for another age group.`,
  country_mismatch: msg`This task is for another country.`,
  gender_mismatch: msg`This task is for another gender.`,
  profile_incomplete: msg`Complete your profile to reserve this task.`,
  level_too_low: ({ count }) => msg`This task requires level ${count('required')}. Yours is ${count('level')}.`,
  cooling_down: ({ time }) =>
    msg`Too many of your reservations ended without a submission. You can reserve again on ${time('untilUtc')}.`,
  rate_of_offer_exceeded: ({ duration }) =>
    msg`Too many people are starting this task. Try again in ${duration('retryAfterSeconds')}.`,
  active_reservation_exists: msg`Finish or release your current task first.`,
  per_executor_limit_reached: msg`You have reached the limit for this task.`,
  attempts_exhausted: msg`You have no attempts left for this task.`,
  blocked_by_advertiser: msg`This advertiser does not accept your work.`,
  not_invited: msg`This task is only for invited executors.`,
  no_active_reservation: msg`You have no reservation for this task. Reserve it first.`,
  reservation_not_found: msg`You have no reservation for this task.`,
  reservation_expired: msg`Your reservation has expired. Reserve the task again; your files are still here.`,
  reservation_not_active: changed,
  reservation_already_submitted: msg`You have already submitted this.`,
  reservation_already_extended: msg`You can extend a reservation only once.`,
  // Submissions
  execution_pending: msg`Your submission for this task is still under review.`,
  report_not_found: msg`This submission was not found.`,
  report_already_decided: msg`This submission has already been decided.`,
  report_on_hold: msg`An operator is checking this submission for fraud. You can accept it after that.`,
  report_not_under_review: changed,
  rework_limit_reached: msg`This task allows no more rounds of changes. Accept or reject the submission.`,
  too_many_rejections: msg`You have rejected unusually often, so an operator checks your rejections. Wait until this work is resubmitted.`,
  bonus_limit_reached: ({ money }) => msg`Bonuses for this submission are limited to ${money('maximum')}.`,
  accept_bonus_paid: ({ money }) => msg`A bonus of ${money('paid')} was already paid. You can add another one.`,
  held_rejection_ended: changed,
  too_many_offer_reports: ({ count }) => msg`You can report ${count('limit')} tasks in 24 hours. Try again later.`,
  dispute_state_conflict: msg`This dispute has already been resolved, or the deadline has passed.`,
  dispute_window_closed: msg`This decision can no longer be appealed.`,
  // Money
  withdrawal_below_minimum: ({ money }) => msg`The minimum withdrawal is ${money('minimum')}.`,
  withdrawal_open: msg`You already have an open withdrawal. Wait until it is paid, or cancel it.`,
  withdrawal_state_conflict: changed,
  debt_unsettled: ({ money }) => msg`You owe ${money('debt')}. Settle this debt first.`,
  refund_open: msg`A refund of this deposit is already open.`,
  refund_state_conflict: changed,
  deposit_reference_taken: msg`This reference is already used with another amount, or the deposit was voided. Check the list of deposits.`,
  deposit_state_conflict: changed,
  deposit_not_by_hand: msg`Only a deposit that an operator recorded can be voided. Refund it instead.`,
  void_window_closed: ({ time }) => msg`This deposit could be voided until ${time('untilUtc')}. Refund it instead.`,
  booking_request_state_conflict: changed,
  payout_exported: ({ time }) =>
    msg`This file was already exported on ${time('exportedAtUtc')} and may be at the bank.`,
  stripe_not_configured: msg`Card payments are not set up here. Ask an operator how to pay.`,
  stripe_unavailable: msg`The payment service did not respond. Nothing was paid. Try again in a moment.`,
  // Webhooks
  webhook_disabled: msg`This webhook is disabled. Enable it first.`,
  too_many_webhooks: ({ count }) => msg`You can have ${count('most')} webhooks. Delete one first.`,
  secret_rotation_under_way: ({ time }) =>
    msg`The previous secret is valid until ${time('previousSecretExpiresAtUtc')}. Rotate again after that.`,
}

/** Returns the explanation of a refusal in the user's language; undefined if only the API has one. */
export function useProblemText(error: ApiError | undefined): string | undefined {
  const { i18n } = useLingui()
  const text = error && Object.hasOwn(texts, error.code) ? texts[error.code] : undefined
  if (!error || !text) return undefined
  return i18n._(typeof text === 'function' ? text(factsOf(error, i18n.locale)) : text)
}

const factsOf = ({ facts }: ApiError, language: string): Facts => ({
  money: (name) => moneyIn(language, Number(facts[name]), String(facts['currency'] ?? 'USD')),
  time: (name) => (facts[name] ? timeIn(language, String(facts[name])) : '…'),
  count: (name) => Number(facts[name]),
  duration: (name) => durationIn(language, Number(facts[name])),
})
