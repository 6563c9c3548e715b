import type { FormattedValues, Language } from './words.ts'

const outcomes: Readonly<Record<string, string>> = {
  Executor: 'The executor won: the submission is accepted and paid.',
  Advertiser: 'The advertiser won: the rejection stands.',
  Conceded: 'The advertiser conceded: the submission is accepted and paid.',
  Silence: 'There was no decision in time, so the submission is accepted and paid.',
  PaymentPending: 'The executor won. The submission is accepted and paid once the marketplace approves the payment.',
  PaymentRefused: 'The marketplace refused to pay on the advertiser’s behalf: the rejection stands.',
}
const barred: Readonly<Record<string, string>> = {
  Warning: 'This is a warning without restrictions.',
  NoReservations: 'Your account cannot reserve tasks.',
  NoOffers: 'Your account cannot post tasks.',
  Suspension: 'Your account is suspended.',
}
const changed: Readonly<Record<string, string>> = {
  Password: 'Your password was changed.',
  PasswordReset:
    'Your password was reset with an e-mailed link. All access tokens and API keys of the account were revoked: create new ones for the programs that used them.',
  SecondFactorOff: 'Two-factor authentication was turned off for your account: the password is now enough to sign in.',
  PasskeyAdded: 'A passkey was added to your account. It allows signing in without the password.',
  PasskeyRemoved: 'A passkey was removed from your account.',
}
const methods: Readonly<Record<string, string>> = {
  Bank: 'bank transfer',
  LocalBank: 'bank transfer',
  PayPal: 'PayPal',
}
const via = (method: string): string => (methods[method] ? ` (${methods[method]})` : '')
const title = ({ title = '' }: FormattedValues) => `“${title}”`
const by = ({ until }: FormattedValues, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const en: Language = {
  reason: 'Reason',
  open: 'Open',
  choose: 'Manage e-mail notifications',
  kinds: {
    ReportSubmitted: {
      subject: (values) => `New submissions: ${title(values)}`,
      happened: (values) => `New submissions for your task ${title(values)} are waiting for your review.`,
    },
    ReviewDue: {
      subject: (values) => `Auto-accepts soon: ${title(values)}`,
      happened: (values) =>
        `Submissions for your task ${title(values)} will be auto-accepted within a day unless you review them.${by(values, 'The first deadline is')}`,
    },
    ReportDisputed: {
      subject: (values) => `Rejection appealed: ${title(values)}`,
      happened: (values) =>
        `The executor of submission ${values.executionId} for your task ${title(values)} appealed the rejection.${by(values, 'Answer before')}`,
    },
    OfferApproved: {
      subject: (values) => `Approved: ${title(values)}`,
      happened: (values) => `Your task ${title(values)} was approved. Executors can see it now.`,
    },
    OfferRejected: {
      subject: (values) => `Not approved: ${title(values)}`,
      happened: (values) => `Your task ${title(values)} was not approved. You can change it and submit it again.`,
    },
    OfferChangeApproved: {
      subject: (values) => `Change approved: ${title(values)}`,
      happened: (values) => `Your change to the task ${title(values)} was approved. Executors can see it now.`,
    },
    OfferChangeRejected: {
      subject: (values) => `Change not approved: ${title(values)}`,
      happened: (values) =>
        `Your change to the task ${title(values)} was not approved. The task continues unchanged; you can request another change.`,
    },
    OfferPaused: {
      subject: (values) => `Paused by an operator: ${title(values)}`,
      happened: (values) =>
        `An operator paused your task ${title(values)}. It cannot be reserved until an operator resumes it.`,
    },
    OffersPaused: {
      subject: () => 'All your tasks are paused',
      happened: ({ about }) =>
        about === 'deposit_charged_back'
          ? 'One of your deposits was reversed and left a debt, so all your tasks are paused. Current reservations continue and are paid. Pay the debt to resume your tasks.'
          : 'Your account is suspended, so all your tasks are paused. Current reservations continue and are paid. Your tasks resume when the suspension ends.',
    },
    OffersResumed: {
      subject: ({ about }) =>
        about === 'deposit_charged_back' ? 'Your debt is settled' : 'Your tasks are no longer paused by a suspension',
      happened: () => 'Tasks paused for this reason are active again, unless they are paused for another reason.',
    },
    OfferCompleted: {
      subject: (values) => `Completed: ${title(values)}`,
      happened: (values) => `Your task ${title(values)} is complete. Unused money is available again.`,
    },
    BalanceLow: {
      subject: ({ sum }) => `Your balance is low: ${sum}`,
      happened: ({ sum, least }) => `Your available balance is ${sum}, below your alert threshold of ${least}.`,
    },
    DepositArrived: {
      subject: ({ sum }) => `Deposit received: ${sum}`,
      happened: ({ sum }) => `${sum} was added to your balance.`,
    },
    DepositVoided: {
      subject: ({ sum }) => `Deposit voided: ${sum}`,
      happened: ({ sum }) => `An operator had recorded ${sum} on your balance by mistake, and took it back.`,
    },
    RefundPaid: {
      subject: ({ sum }) => `Refund sent: ${sum}`,
      happened: ({ sum }) => `${sum} from your balance was refunded to you.`,
    },
    RefundFailed: {
      subject: ({ sum }) => `Refund failed: ${sum}`,
      happened: ({ sum }) => `The refund of ${sum} failed. The money is back on your balance.`,
    },
    WorkAccepted: {
      subject: (values) => `Accepted: ${title(values)}`,
      happened: (values) => `Your submission for ${title(values)} was accepted. You earned ${values.sum}.`,
    },
    WorkRejected: {
      subject: (values) => `Rejected: ${title(values)}`,
      happened: (values) => `Your submission for ${title(values)} was rejected.${by(values, 'You can appeal until')}`,
    },
    ReworkRequested: {
      subject: (values) => `Changes requested: ${title(values)}`,
      happened: (values) =>
        `The advertiser of ${title(values)} requested changes to your submission.${by(values, 'Resubmit it before')}`,
    },
    DisputeAnswered: {
      subject: (values) => `Your appeal was answered: ${title(values)}`,
      happened: (values) => `The advertiser of ${title(values)} answered your appeal. An operator will now decide.`,
    },
    DisputeDecided: {
      subject: (values) => `Dispute decided: ${title(values)}`,
      happened: (values) =>
        `The dispute about a submission for ${title(values)} is decided. ${outcomes[values.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (values) => `Bonus of ${values.sum}: ${title(values)}`,
      happened: (values) => `The advertiser of ${title(values)} paid you a bonus of ${values.sum}.`,
    },
    WithdrawalPaid: {
      subject: ({ sum }) => `Withdrawal paid: ${sum}`,
      happened: ({ sum }) => `${sum} was sent to you.`,
    },
    WithdrawalFailed: {
      subject: ({ sum }) => `Withdrawal failed: ${sum}`,
      happened: ({ sum }) => `Your withdrawal of ${sum} failed. The money is back in your earnings.`,
    },
    ReportWithdrawn: {
      subject: (values) => `Submission withdrawn: ${title(values)}`,
      happened: (values) =>
        `An executor withdrew submission ${values.executionId} for your task ${title(values)}. Nothing is charged, and the slot is free again.`,
    },
    FraudHoldEnding: {
      subject: (values) => `Fraud hold ends soon: submission ${values.executionId}`,
      happened: (values) =>
        `Submission ${values.executionId} for ${title(values)} is on hold because of suspected fraud.${by(values, 'The hold ends automatically on')} Decide before then: release the submission or sanction the account.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Payment for an advertiser awaits your decision: ${sum}`,
      happened: (values) =>
        `The executor won a dispute about a submission for ${title(values)}, and the advertiser cannot pay. The marketplace would pay ${values.sum} on their behalf; an operator must approve the payment.`,
    },
    RefundRequested: {
      subject: ({ sum }) => `Refund requested: ${sum}`,
      happened: ({ sum }) => `An advertiser requested a refund of ${sum}. An operator must approve it.`,
    },
    TaskReported: {
      subject: (values) => `Task reported: ${title(values)}`,
      happened: (values) => `Executors reported the task ${title(values)}. Look at it and decide.`,
    },
    MessageReceived: {
      subject: (values) => `New messages: ${title(values)}`,
      happened: (values) => `There are new messages about ${title(values)}.`,
    },
    SearchMatched: {
      subject: ({ searchName = '' }) => `New tasks: “${searchName}”`,
      happened: ({ searchName = '' }) => `There are new tasks for your saved search “${searchName}”.`,
    },
    MessageReported: {
      subject: () => 'Messages were reported',
      happened: () => 'Messages between an advertiser and an executor were reported. Look at them and decide.',
    },
    ApprovalRequested: {
      subject: () => 'A change needs a second operator',
      happened: () => 'An operator asked for a change that a second operator must approve.',
    },
    SanctionImposed: {
      subject: () => 'A sanction was imposed on your account',
      happened: (values) =>
        `${barred[values.sanctionKind ?? ''] ?? 'A sanction was imposed on your account.'}${by(values, 'It ends')} You can appeal once.`,
    },
    SanctionUpheld: {
      subject: () => 'The sanction on your account stands',
      happened: (values) =>
        `Your appeal was reviewed, and the sanction stands. ${barred[values.sanctionKind ?? ''] ?? ''}${by(values, 'It ends')}`,
    },
    SanctionLifted: {
      subject: () => 'A sanction on your account has ended',
      happened: () => 'A sanction on your account has ended. Its restrictions no longer apply.',
    },
    CredentialCreated: {
      subject: ({ credentialKind }) =>
        credentialKind === 'ApiKey' ? 'New API key created' : 'New access token created',
      happened: ({ credentialKind, credentialName }) => {
        const what = credentialKind === 'ApiKey' ? 'An API key' : 'An access token'
        return `${what} was created for your account${credentialName ? `: “${credentialName}”` : ''}. If it was not you, revoke it and change your password.`
      },
    },
    PayoutAccountNew: {
      subject: ({ sum, refundId }) => `${refundId ? 'Refund' : 'Withdrawal'} to a new account requested: ${sum}`,
      happened: ({ sum, about = '', refundId }) =>
        `A ${refundId ? 'refund' : 'withdrawal'} of ${sum} to an account that you have not used before${via(about)} was requested. If it was you, there is nothing to do. If it was not you, stop it with the link below: the money returns and all sessions end. Then set a new password, and write to the operators.`,
    },
    SignInChanged: {
      subject: () => 'Your sign-in settings were changed',
      happened: ({ about = '' }) =>
        `${changed[about] ?? 'Your sign-in settings were changed.'} If it was not you, request a new password on the sign-in page and end all other sessions.`,
    },
  },
}
