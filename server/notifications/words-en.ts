import type { Language, Shown } from './words.ts'

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
const title = ({ title = '' }: Shown) => `“${title}”`
const by = ({ until }: Shown, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const en: Language = {
  reason: 'Reason',
  open: 'Open it in the console',
  choose: 'You choose what you are told by e-mail',
  kinds: {
    ReportSubmitted: {
      subject: (told) => `New reports: ${title(told)}`,
      happened: (told) => `Work on your offer ${title(told)} was submitted and waits for your review.`,
    },
    ReviewDue: {
      subject: (told) => `Review soon, or it is accepted: ${title(told)}`,
      happened: (told) =>
        `Work on your offer ${title(told)} is accepted by itself within a day unless you decide.${by(told, 'The first deadline is')}`,
    },
    ReportDisputed: {
      subject: (told) => `A rejection is appealed against: ${title(told)}`,
      happened: (told) =>
        `The executor of report ${told.executionId} on your offer ${title(told)} appeals against the rejection.${by(told, 'Answer before')}`,
    },
    OfferApproved: {
      subject: (told) => `Approved: ${title(told)}`,
      happened: (told) => `Your offer ${title(told)} was approved. Executors can find it now.`,
    },
    OfferRejected: {
      subject: (told) => `Not approved: ${title(told)}`,
      happened: (told) => `Your offer ${title(told)} was not approved. You can change it and submit it again.`,
    },
    OfferChangeApproved: {
      subject: (told) => `Change approved: ${title(told)}`,
      happened: (told) => `Your change of the offer ${title(told)} was approved. Executors see it now.`,
    },
    OfferChangeRejected: {
      subject: (told) => `Change not approved: ${title(told)}`,
      happened: (told) =>
        `Your change of the offer ${title(told)} was not approved. The offer goes on as it was; you can ask for another change.`,
    },
    OfferPaused: {
      subject: (told) => `Paused by an operator: ${title(told)}`,
      happened: (told) =>
        `An operator paused your offer ${title(told)}. Nobody can reserve it until an operator lets it go on.`,
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
      subject: (told) => `Completed: ${title(told)}`,
      happened: (told) => `Your offer ${title(told)} is complete. What was held and not used is available again.`,
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
      subject: (told) => `Accepted: ${title(told)}`,
      happened: (told) => `Your work on ${title(told)} was accepted. You have earned ${told.sum}.`,
    },
    WorkRejected: {
      subject: (told) => `Rejected: ${title(told)}`,
      happened: (told) => `Your work on ${title(told)} was rejected.${by(told, 'You can appeal until')}`,
    },
    ReworkRequested: {
      subject: (told) => `To be improved: ${title(told)}`,
      happened: (told) =>
        `The advertiser of ${title(told)} asks you to improve your work.${by(told, 'Submit it again before')}`,
    },
    DisputeAnswered: {
      subject: (told) => `Your appeal was answered: ${title(told)}`,
      happened: (told) => `The advertiser of ${title(told)} answered your appeal. An operator decides now.`,
    },
    DisputeDecided: {
      subject: (told) => `The dispute is decided: ${title(told)}`,
      happened: (told) => `The dispute about work on ${title(told)} has ended. ${outcomes[told.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (told) => `A bonus of ${told.sum}: ${title(told)}`,
      happened: (told) => `The advertiser of ${title(told)} paid you a bonus of ${told.sum}.`,
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
      subject: (told) => `Work was withdrawn: ${title(told)}`,
      happened: (told) =>
        `An executor withdrew the work that they had submitted for your offer ${title(told)} (report ${told.executionId}). Nothing is paid, and the slot is free again.`,
    },
    FraudHoldEnding: {
      subject: (told) => `A fraud hold ends soon: report ${told.executionId}`,
      happened: (told) =>
        `Report ${told.executionId} on ${title(told)} is on hold because fraud is suspected.${by(told, 'The hold ends by itself on')} Decide before: release the report, or sanction the account.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Approve or refuse a guarantee payment: ${sum}`,
      happened: (told) =>
        `A dispute about work on ${title(told)} was decided for the executor, and the advertiser cannot pay. The platform would pay ${told.sum} in their place; the payment waits for an operator.`,
    },
    SanctionImposed: {
      subject: () => 'A sanction was imposed on your account',
      happened: (told) =>
        `${barred[told.sanctionKind ?? ''] ?? 'A sanction was imposed on your account.'}${by(told, 'It ends')} You can appeal once.`,
    },
    SanctionUpheld: {
      subject: () => 'The sanction on your account stands',
      happened: (told) =>
        `Your appeal was looked at, and the sanction stands. ${barred[told.sanctionKind ?? ''] ?? ''}${by(told, 'It ends')}`,
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
