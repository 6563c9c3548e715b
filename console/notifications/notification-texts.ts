import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { A } from '../api.ts'

type NotificationValues = {
  readonly title: string
  readonly sum: string
  readonly reports: number
  readonly url: string
  readonly name: string
  readonly about: string
  readonly search: string
}

const signInTexts: Readonly<Record<string, MessageDescriptor>> = {
  Password: msg`Your password was changed`,
  SecondFactorOff: msg`Two-factor authentication was turned off for your account`,
  PasswordReset: msg`Your password was reset; tokens and keys were revoked`,
  PasskeyAdded: msg`A passkey was added to your account`,
  PasskeyRemoved: msg`A passkey was removed from your account`,
}

/** Text of each kind of notification; `sum` is the formatted amount. */
const texts: Readonly<Record<string, (values: NotificationValues) => MessageDescriptor>> = {
  ReportSubmitted: ({ reports, title }) => msg`Submissions to review for “${title}”: ${reports}`,
  ReviewDue: ({ reports, title }) => msg`Submissions to “${title}” auto-accept within a day: ${reports}`,
  ReportDisputed: ({ title }) => msg`A rejection for “${title}” was appealed`,
  OfferApproved: ({ title }) => msg`“${title}” approved. Executors can see it now`,
  OfferRejected: ({ title }) => msg`“${title}” rejected`,
  OfferChangeApproved: ({ title }) => msg`Change to “${title}” approved`,
  OfferChangeRejected: ({ title }) => msg`Change to “${title}” rejected`,
  OfferPaused: ({ title }) => msg`An operator paused “${title}”`,
  OffersPaused: ({ about }) =>
    about === 'deposit_charged_back'
      ? msg`All your tasks are paused because a reversed deposit left a debt`
      : msg`All your tasks are paused because your account is suspended`,
  OffersResumed: () => msg`Your paused tasks are active again`,
  OfferCompleted: ({ title }) => msg`“${title}” completed`,
  BalanceLow: ({ sum }) => msg`Your balance is low: ${sum}`,
  DepositArrived: ({ sum }) => msg`Deposit received: ${sum}`,
  DepositVoided: ({ sum }) => msg`Deposit voided, because it was recorded by mistake: ${sum}`,
  RefundPaid: ({ sum }) => msg`Refund sent: ${sum}`,
  RefundFailed: ({ sum }) => msg`Refund failed. The money is back on your balance: ${sum}`,
  EndpointFailing: ({ url }) => msg`Webhook unreachable: ${url}`,
  WorkAccepted: ({ title, sum }) => msg`Your submission for “${title}” was accepted: ${sum}`,
  WorkRejected: ({ title }) => msg`Your submission for “${title}” was rejected`,
  ReworkRequested: ({ title }) => msg`Changes requested for “${title}”`,
  DisputeAnswered: ({ title }) => msg`The advertiser answered your appeal on “${title}”`,
  BonusReceived: ({ title, sum }) => msg`You received a bonus for “${title}”: ${sum}`,
  WithdrawalPaid: ({ sum }) => msg`Withdrawal paid: ${sum}`,
  WithdrawalFailed: ({ sum }) => msg`Withdrawal failed. The money is back in your earnings: ${sum}`,
  DisputeDecided: ({ title }) => msg`Dispute on “${title}” decided`,
  ReportWithdrawn: ({ title }) => msg`An executor withdrew a submission for “${title}”`,
  RefundRequested: ({ sum }) => msg`An advertiser requested a refund: ${sum}`,
  TaskReported: ({ title }) => msg`Executors reported “${title}”`,
  MessageReceived: ({ reports, title }) => msg`New messages about “${title}”: ${reports}`,
  SearchMatched: ({ search, reports }) => msg`New tasks for your search “${search}”: ${reports}`,
  MessageReported: () => msg`Messages were reported`,
  ApprovalRequested: () => msg`A change needs a second operator`,
  FraudHoldEnding: ({ title }) => msg`Fraud hold on “${title}” ends soon`,
  GuaranteePaymentWaiting: ({ title, sum }) =>
    msg`Payment of the marketplace for “${title}” awaits your decision: ${sum}`,
  SanctionImposed: () => msg`An operator imposed a sanction on your account`,
  SanctionUpheld: () => msg`Your appeal was rejected. The sanction stays in force`,
  SanctionLifted: () => msg`A sanction on your account was lifted`,
  CredentialCreated: ({ name }) => msg`Access token or API key created for your account: ${name}`,
  PayoutAccountNew: ({ sum }) =>
    msg`Payment to a new account requested: ${sum}. Not you? Cancel it and change your password`,
  SignInChanged: ({ about }) => signInTexts[about] ?? msg`Your sign-in settings were changed`,
}

/** Names of the kinds in the preferences. */
export const kindLabels: Readonly<Record<string, MessageDescriptor>> = {
  ReportSubmitted: msg`Submissions to review`,
  ReviewDue: msg`Review deadline near`,
  ReportDisputed: msg`Rejection appealed`,
  OfferApproved: msg`Task approved`,
  OfferRejected: msg`Task rejected`,
  OfferChangeApproved: msg`Task change approved`,
  OfferChangeRejected: msg`Task change rejected`,
  OfferPaused: msg`Task paused by an operator`,
  OffersPaused: msg`All tasks paused because of a debt or suspension`,
  OffersResumed: msg`Paused tasks active again`,
  OfferCompleted: msg`Task completed`,
  BalanceLow: msg`Balance low`,
  DepositArrived: msg`Deposit received`,
  DepositVoided: msg`Deposit voided`,
  RefundPaid: msg`Refund paid`,
  RefundFailed: msg`Refund refused or failed`,
  EndpointFailing: msg`Webhook not responding`,
  WorkAccepted: msg`Submission accepted`,
  WorkRejected: msg`Submission rejected`,
  ReworkRequested: msg`Changes requested`,
  DisputeAnswered: msg`Appeal answered by the advertiser`,
  BonusReceived: msg`Bonus paid`,
  WithdrawalPaid: msg`Withdrawal paid`,
  WithdrawalFailed: msg`Withdrawal failed`,
  DisputeDecided: msg`Dispute decided`,
  ReportWithdrawn: msg`Submission withdrawn`,
  RefundRequested: msg`Refund requested`,
  TaskReported: msg`Task reported`,
  MessageReceived: msg`Messages, up to one e-mail an hour`,
  SearchMatched: msg`Saved searches, up to one e-mail an hour`,
  MessageReported: msg`Message reported`,
  ApprovalRequested: msg`Change needs a second operator`,
  FraudHoldEnding: msg`Fraud hold ends soon`,
  GuaranteePaymentWaiting: msg`Payment for an advertiser awaits an operator`,
  SanctionImposed: msg`Account sanctioned`,
  SanctionUpheld: msg`Sanction upheld after an appeal`,
  SanctionLifted: msg`Sanction lifted`,
  CredentialCreated: msg`Access token or API key created`,
  PayoutAccountNew: msg`Payment to a new account`,
  SignInChanged: msg`Sign-in settings changed`,
}

/** Returns the text of a notification; the code of kinds that this page does not know. */
export function notificationText(kind: string, data: A['Notification']['data'], sum: string): MessageDescriptor {
  const { title = '', reports = 1, url = '', credentialName: name = '', about = '', searchName: search = '' } = data
  return (
    texts[kind]?.({ title, reports, url, name, about, search, sum }) ?? kindLabels[kind] ?? { id: kind, message: kind }
  )
}
