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
}

const signInWords: Readonly<Record<string, MessageDescriptor>> = {
  Password: msg`The password of your account was changed`,
  SecondFactorOff: msg`The second factor of your account was turned off`,
  PasswordReset: msg`Your password was chosen anew; tokens and keys were revoked`,
  PasskeyAdded: msg`A passkey was added to your account`,
  PasskeyRemoved: msg`A passkey of your account was removed`,
}

/** What each kind of notification says; `sum` is its amount, as money. */
const words: Readonly<Record<string, (told: NotificationValues) => MessageDescriptor>> = {
  ReportSubmitted: ({ reports, title }) => msg`Work waits for your review on “${title}”: ${reports}`,
  ReviewDue: ({ reports, title }) => msg`Decide within a day, or it is accepted by itself, on “${title}”: ${reports}`,
  ReportDisputed: ({ title }) => msg`An executor appeals against a rejection on “${title}”`,
  OfferApproved: ({ title }) => msg`“${title}” is approved: executors can find it`,
  OfferRejected: ({ title }) => msg`“${title}” is not approved`,
  OfferChangeApproved: ({ title }) => msg`The change of “${title}” is approved`,
  OfferChangeRejected: ({ title }) => msg`The change of “${title}” is not approved`,
  OfferPaused: ({ title }) => msg`An operator paused “${title}”`,
  OffersPaused: ({ about }) =>
    about === 'deposit_charged_back'
      ? msg`All your offers are paused: a deposit was taken back and left a debt`
      : msg`All your offers are paused: your account is suspended`,
  OffersResumed: () => msg`Your paused offers are active again`,
  OfferCompleted: ({ title }) => msg`“${title}” is completed`,
  BalanceLow: ({ sum }) => msg`Your balance is low: ${sum}`,
  DepositArrived: ({ sum }) => msg`Your deposit has arrived: ${sum}`,
  RefundPaid: ({ sum }) => msg`Your refund is on its way: ${sum}`,
  RefundFailed: ({ sum }) => msg`Your refund was not paid, and the money is back: ${sum}`,
  EndpointFailing: ({ url }) => msg`A webhook cannot be delivered: ${url}`,
  WorkAccepted: ({ title, sum }) => msg`Your work on “${title}” is accepted: ${sum}`,
  WorkRejected: ({ title }) => msg`Your work on “${title}” is rejected`,
  ReworkRequested: ({ title }) => msg`Your work on “${title}” needs rework`,
  DisputeAnswered: ({ title }) => msg`The advertiser answered your appeal on “${title}”`,
  BonusReceived: ({ title, sum }) => msg`You got a bonus for “${title}”: ${sum}`,
  WithdrawalPaid: ({ sum }) => msg`Your withdrawal is paid: ${sum}`,
  WithdrawalFailed: ({ sum }) => msg`Your withdrawal failed, and the money is back: ${sum}`,
  DisputeDecided: ({ title }) => msg`The dispute on “${title}” is decided`,
  ReportWithdrawn: ({ title }) => msg`An executor withdrew their work on “${title}”`,
  FraudHoldEnding: ({ title }) => msg`A fraud hold on “${title}” ends soon`,
  GuaranteePaymentWaiting: ({ title, sum }) => msg`A payment from the guarantee for “${title}” waits for you: ${sum}`,
  SanctionImposed: () => msg`An operator has restricted your account`,
  SanctionUpheld: () => msg`Your appeal was looked at, and the restriction of your account stands`,
  SanctionLifted: () => msg`A restriction of your account is lifted`,
  CredentialCreated: ({ name }) => msg`An access token or API key was made for your account: ${name}`,
  SignInChanged: ({ about }) => signInWords[about] ?? msg`The way into your account was changed`,
}

/** What each kind is, where one chooses how to be told. */
export const kindWords: Readonly<Record<string, MessageDescriptor>> = {
  ReportSubmitted: msg`Work waits for your review`,
  ReviewDue: msg`The time for a review is nearly over`,
  ReportDisputed: msg`An executor appeals against a rejection`,
  OfferApproved: msg`An offer is approved`,
  OfferRejected: msg`An offer is not approved`,
  OfferChangeApproved: msg`A change of an offer is approved`,
  OfferChangeRejected: msg`A change of an offer is not approved`,
  OfferPaused: msg`An operator paused an offer`,
  OffersPaused: msg`All offers are paused for a debt or a suspension`,
  OffersResumed: msg`Paused offers are active again`,
  OfferCompleted: msg`An offer is completed`,
  BalanceLow: msg`The balance is low`,
  DepositArrived: msg`A deposit has arrived`,
  RefundPaid: msg`A refund is paid`,
  RefundFailed: msg`A refund was refused or failed`,
  EndpointFailing: msg`Webhooks cannot be delivered`,
  WorkAccepted: msg`Work is accepted`,
  WorkRejected: msg`Work is rejected`,
  ReworkRequested: msg`Work needs rework`,
  DisputeAnswered: msg`The advertiser answered an appeal`,
  BonusReceived: msg`A bonus was paid`,
  WithdrawalPaid: msg`A withdrawal is paid`,
  WithdrawalFailed: msg`A withdrawal failed`,
  DisputeDecided: msg`A dispute is decided`,
  ReportWithdrawn: msg`Submitted work is withdrawn`,
  FraudHoldEnding: msg`A fraud hold ends soon`,
  GuaranteePaymentWaiting: msg`A payment from the guarantee waits for an operator`,
  SanctionImposed: msg`The account is restricted`,
  SanctionUpheld: msg`A restriction stands after an appeal`,
  SanctionLifted: msg`A restriction is lifted`,
  CredentialCreated: msg`An access token or API key was made`,
  SignInChanged: msg`The way into the account was changed`,
}

/** The sentence of a notification; the word itself for kinds that are newer than this page. */
export function wordsOf(kind: string, data: A['Notification']['data'], sum: string): MessageDescriptor {
  const { title = '', reports = 1, url = '', credentialName: name = '', about = '' } = data
  return words[kind]?.({ title, reports, url, name, about, sum }) ?? kindWords[kind] ?? { id: kind, message: kind }
}
