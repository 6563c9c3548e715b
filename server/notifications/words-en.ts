import type { FormattedValues, Language } from './words.ts'

const outcomes: Readonly<Record<string, string>> = {
  Executor: 'The decision is for the executor: the work is accepted and paid.',
  Advertiser: 'The decision is for the advertiser: the rejection stands.',
  Conceded: 'The advertiser agreed: the work is accepted and paid.',
  Silence: 'Nobody decided in time, so the work is accepted and paid.',
  PaymentPending:
    'The decision is for the executor. The work is accepted and paid once the marketplace approves the payment.',
  PaymentRefused: 'The marketplace refused to pay in the advertiser’s place: the rejection stands.',
}
const barred: Readonly<Record<string, string>> = {
  Warning: 'It is a warning: nothing is barred.',
  NoReservations: 'Your account cannot reserve tasks.',
  NoOffers: 'Your account cannot submit offers.',
  Suspension: 'Your account is suspended.',
}
const changed: Readonly<Record<string, string>> = {
  Password: 'The password of your account was changed.',
  PasswordReset:
    'The password of your account was chosen anew by a mailed link. All access tokens and API keys of the account were revoked: make new ones for the programs that used them.',
  SecondFactorOff: 'The second factor of your account was turned off: the password alone opens it.',
  PasskeyAdded: 'A passkey was added to your account, and opens it without the password.',
  PasskeyRemoved: 'A passkey of your account was removed.',
}
const title = ({ title = '' }: FormattedValues) => `“${title}”`
const by = ({ until }: FormattedValues, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const en: Language = {
  reason: 'Reason',
  open: 'Open it in the console',
  choose: 'You choose what you are told by e-mail',
  kinds: {
    ReportSubmitted: {
      subject: (values) => `New reports: ${title(values)}`,
      happened: (values) => `Work on your offer ${title(values)} was submitted and waits for your review.`,
    },
    ReviewDue: {
      subject: (values) => `Review soon, or it is accepted: ${title(values)}`,
      happened: (values) =>
        `Work on your offer ${title(values)} is accepted by itself within a day unless you decide.${by(values, 'The first deadline is')}`,
    },
    ReportDisputed: {
      subject: (values) => `A rejection is appealed against: ${title(values)}`,
      happened: (values) =>
        `The executor of report ${values.executionId} on your offer ${title(values)} appeals against the rejection.${by(values, 'Answer before')}`,
    },
    OfferApproved: {
      subject: (values) => `Approved: ${title(values)}`,
      happened: (values) => `Your offer ${title(values)} was approved. Executors can find it now.`,
    },
    OfferRejected: {
      subject: (values) => `Not approved: ${title(values)}`,
      happened: (values) => `Your offer ${title(values)} was not approved. You can change it and submit it again.`,
    },
    OfferChangeApproved: {
      subject: (values) => `Change approved: ${title(values)}`,
      happened: (values) => `Your change of the offer ${title(values)} was approved. Executors see it now.`,
    },
    OfferChangeRejected: {
      subject: (values) => `Change not approved: ${title(values)}`,
      happened: (values) =>
        `Your change of the offer ${title(values)} was not approved. The offer goes on as it was; you can ask for another change.`,
    },
    OfferPaused: {
      subject: (values) => `Paused by an operator: ${title(values)}`,
      happened: (values) =>
        `An operator paused your offer ${title(values)}. Nobody can reserve it until an operator lets it go on.`,
    },
    OffersPaused: {
      subject: () => 'All your offers are paused',
      happened: ({ about }) =>
        about === 'deposit_charged_back'
          ? 'One of your deposits was taken back and left a debt, so all your offers are paused. Reservations go on and are paid. Pay in the debt, and your offers resume.'
          : 'Your account is suspended, so all your offers are paused. Reservations go on and are paid. Your offers resume when the suspension ends.',
    },
    OffersResumed: {
      subject: ({ about }) =>
        about === 'deposit_charged_back' ? 'Your debt is settled' : 'Your suspension no longer pauses your offers',
      happened: () => 'Offers that were paused for it are active again, unless something else keeps them paused.',
    },
    OfferCompleted: {
      subject: (values) => `Completed: ${title(values)}`,
      happened: (values) => `Your offer ${title(values)} is complete. What was held and not used is available again.`,
    },
    BalanceLow: {
      subject: ({ sum }) => `Your balance is low: ${sum}`,
      happened: ({ sum, least }) => `${sum} are available, less than the ${least} below which you want to be told.`,
    },
    DepositArrived: {
      subject: ({ sum }) => `Your deposit has arrived: ${sum}`,
      happened: ({ sum }) => `${sum} were added to your balance.`,
    },
    RefundPaid: {
      subject: ({ sum }) => `Your refund is on its way: ${sum}`,
      happened: ({ sum }) => `${sum} of your balance were sent back to you.`,
    },
    RefundFailed: {
      subject: ({ sum }) => `Your refund was not paid: ${sum}`,
      happened: ({ sum }) => `The refund of ${sum} was not paid. The money is on your balance again.`,
    },
    WorkAccepted: {
      subject: (values) => `Accepted: ${title(values)}`,
      happened: (values) => `Your work on ${title(values)} was accepted. You have earned ${values.sum}.`,
    },
    WorkRejected: {
      subject: (values) => `Rejected: ${title(values)}`,
      happened: (values) => `Your work on ${title(values)} was rejected.${by(values, 'You can appeal until')}`,
    },
    ReworkRequested: {
      subject: (values) => `To be improved: ${title(values)}`,
      happened: (values) =>
        `The advertiser of ${title(values)} asks you to improve your work.${by(values, 'Submit it again before')}`,
    },
    DisputeAnswered: {
      subject: (values) => `Your appeal was answered: ${title(values)}`,
      happened: (values) => `The advertiser of ${title(values)} answered your appeal. An operator decides now.`,
    },
    DisputeDecided: {
      subject: (values) => `The dispute is decided: ${title(values)}`,
      happened: (values) =>
        `The dispute about work on ${title(values)} has ended. ${outcomes[values.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (values) => `A bonus of ${values.sum}: ${title(values)}`,
      happened: (values) => `The advertiser of ${title(values)} paid you a bonus of ${values.sum}.`,
    },
    WithdrawalPaid: {
      subject: ({ sum }) => `Your withdrawal is on its way: ${sum}`,
      happened: ({ sum }) => `${sum} were sent to you.`,
    },
    WithdrawalFailed: {
      subject: ({ sum }) => `Your withdrawal was not paid: ${sum}`,
      happened: ({ sum }) => `Your withdrawal of ${sum} was not paid. The money is among your earnings again.`,
    },
    ReportWithdrawn: {
      subject: (values) => `Work was withdrawn: ${title(values)}`,
      happened: (values) =>
        `An executor withdrew the work that they had submitted for your offer ${title(values)} (report ${values.executionId}). Nothing is paid, and the slot is free again.`,
    },
    FraudHoldEnding: {
      subject: (values) => `A fraud hold ends soon: report ${values.executionId}`,
      happened: (values) =>
        `Report ${values.executionId} on ${title(values)} is on hold because fraud is suspected.${by(values, 'The hold ends by itself on')} Decide before: release the report, or sanction the account.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Approve or refuse a guarantee payment: ${sum}`,
      happened: (values) =>
        `A dispute about work on ${title(values)} was decided for the executor, and the advertiser cannot pay. The platform would pay ${values.sum} in their place; the payment waits for an operator.`,
    },
    SanctionImposed: {
      subject: () => 'A sanction was imposed on your account',
      happened: (values) =>
        `${barred[values.sanctionKind ?? ''] ?? 'A sanction was imposed on your account.'}${by(values, 'It ends')} You can appeal once.`,
    },
    SanctionUpheld: {
      subject: () => 'The sanction on your account stands',
      happened: (values) =>
        `Your appeal was looked at, and the sanction stands. ${barred[values.sanctionKind ?? ''] ?? ''}${by(values, 'It ends')}`,
    },
    SanctionLifted: {
      subject: () => 'A sanction on your account has ended',
      happened: () => 'A sanction on your account has ended, and bars you from nothing any more.',
    },
    CredentialCreated: {
      subject: ({ credentialKind }) =>
        credentialKind === 'ApiKey' ? 'A new API key was made' : 'A new access token was made',
      happened: ({ credentialKind, credentialName }) => {
        const what = credentialKind === 'ApiKey' ? 'An API key' : 'An access token'
        return `${what} of your account was made${credentialName ? `: “${credentialName}”` : ''}. If it was not you, revoke it and change your password.`
      },
    },
    SignInChanged: {
      subject: () => 'The way into your account was changed',
      happened: ({ about = '' }) =>
        `${changed[about] ?? 'The way into your account was changed.'} If it was not you, ask for a new password on the page where you sign in, and end all other sessions.`,
    },
  },
}
