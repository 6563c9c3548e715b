import { secondsMax, setting } from './setting.ts'
import { amount, anything, httpUrl, oneOf, onOff, percentAsBasisPoints, whole } from './setting-forms.ts'

const currency = anything('a three-letter ISO 4217 code such as USD', /^[A-Z]{3}$/)

/** The rules of this marketplace: its money, its times and its limits. */
export const rulesOfTheMarket = {
  currency: setting('CURRENCY', currency, 'The currency of every amount.', { default: 'USD' }),
  feeBasisPoints: setting(
    'FEE_PERCENT',
    percentAsBasisPoints,
    'The fee on top of the reward, in percent; rounds down to a ten-thousandth. Until operators set another one in the console.',
    { default: '10' },
  ),
  moderation: setting(
    'MODERATION',
    oneOf('manual', 'auto'),
    'Whether operators approve each offer, or offers are approved automatically.',
    { default: 'manual' },
  ),
  reservationSeconds: setting(
    'RESERVATION_SECONDS',
    whole(1, 604_800),
    'Seconds that a reservation lasts unless the offer or price states it.',
    { default: '3600' },
  ),
  reviewSeconds: setting('REVIEW_SECONDS', whole(1, 1_814_400), 'Seconds that an advertiser has for a review.', {
    default: '259200',
  }),
  reworkSeconds: setting('REWORK_SECONDS', whole(1, secondsMax), 'Seconds that an executor has for rework.', {
    default: '86400',
  }),
  appealSeconds: setting(
    'APPEAL_SECONDS',
    whole(1, secondsMax),
    'Seconds that an executor has to appeal against a rejection.',
    { default: '604800' },
  ),
  disputeAnswerSeconds: setting(
    'DISPUTE_ANSWER_SECONDS',
    whole(1, secondsMax),
    'Seconds that an advertiser has to answer an appeal. Appeals are decided this long after the last moment to appeal.',
    { default: '172800' },
  ),
  rejectionPercentMax: setting(
    'REJECTION_PERCENT_MAX',
    whole(0, 100),
    'Rejections wait for an operator once more than this percentage of an advertiser’s last 50 decisions were rejections.',
    { default: '30' },
  ),
  rejectionsAtOnceMax: setting(
    'REJECTIONS_AT_ONCE_MAX',
    whole(0, 1000),
    'Rejections wait for an operator if one request has more than this number.',
    { default: '25' },
  ),
  newAdvertiserRejectionsMax: setting(
    'NEW_ADVERTISER_REJECTIONS_MAX',
    whole(0, 19),
    'Rejections of an advertiser with fewer than 20 decisions wait for an operator above this number. REJECTION_PERCENT_MAX=100 turns this limit off too.',
    { default: '5' },
  ),
  guaranteeMaxPerAdvertiser: setting(
    'GUARANTEE_MAX_PER_ADVERTISER',
    amount(0, 1_000_000),
    'Amount that an advertiser may owe the platform for lost disputes before further coverage waits for an operator, in units of the currency. The first coverage for each advertiser always waits. Until operators set another one in the console.',
    { default: '50' },
  ),
  fraudHoldDays: setting(
    'FRAUD_HOLD_DAYS',
    whole(2, 90),
    'Days that a fraud hold on a report lasts; then its review continues.',
    { default: '7' },
  ),
  operatorReviewSeconds: setting(
    'OPERATOR_REVIEW_SECONDS',
    whole(1, secondsMax),
    'Seconds that a held rejection waits for an operator before the work is accepted.',
    { default: '259200' },
  ),
  attemptsMax: setting(
    'ATTEMPTS_MAX',
    whole(1, 100),
    'Submissions of one executor on one offer that may end rejected or withdrawn, unless the offer states it.',
    { default: '2' },
  ),
  offerReportsPause: setting(
    'OFFER_REPORTS_PAUSE',
    whole(0, 1000),
    'Reports by reputable executors that pause an offer until an operator decides; 0: reports pause nothing.',
    { default: '3' },
  ),
  offerReportsPerDay: setting(
    'OFFER_REPORTS_PER_DAY',
    whole(1, 1_000_000),
    'Offers that one executor may report in 24 hours.',
    { default: '10' },
  ),
  profileChangeDays: setting(
    'PROFILE_CHANGE_DAYS',
    whole(0, 365),
    'Days that a change of birth date, country or gender waits once the executor has reserved, unless an operator decides earlier.',
    { default: '30' },
  ),
  accountClosingDays: setting(
    'ACCOUNT_CLOSING_DAYS',
    whole(0, 90),
    'Days from the request to close an account until it is closed and erased; its holder can cancel until then.',
    { default: '14' },
  ),
  softHoldSeconds: setting(
    'SOFT_HOLD_SECONDS',
    whole(0, 86_400),
    'Seconds that the slot of an expired reservation is kept for the same executor.',
    { default: '600' },
  ),
  completionCodesMax: setting(
    'COMPLETION_CODES_MAX',
    whole(1, 100_000_000),
    'Completion codes in all lists of an advertiser together; a list has at most 100,000.',
    { default: '300000' },
  ),
  coolDownAfter: setting(
    'COOL_DOWN_AFTER',
    whole(1, 1000),
    'Cancelled or expired reservations and withdrawn work in 24 hours after which an executor must wait.',
    { default: '5' },
  ),
  coolDownSeconds: setting('COOL_DOWN_SECONDS', whole(0, secondsMax), 'Seconds that the executor must wait.', {
    default: '3600',
  }),
  tooFastSeconds: setting(
    'TOO_FAST_SECONDS',
    whole(0, 3600),
    'Seconds from reservation to submission below which work is flagged as too fast; 0: never.',
    { default: '5' },
  ),
  clearingSeconds: setting(
    'CLEARING_SECONDS',
    whole(0, secondsMax),
    'Seconds until earnings of executors below level 2 are available.',
    { default: '86400' },
  ),
  withdrawalMinimum: setting(
    'WITHDRAWAL_MINIMUM',
    whole(0, 1_000_000),
    'The minimum amount of a withdrawal, in units of the currency. Until operators set another one in the console.',
    { default: '5' },
  ),
  payoutAccountWaitHours: setting(
    'PAYOUT_ACCOUNT_WAIT_HOURS',
    whole(0, 8_760),
    'Hours that the first withdrawal or refund to an account waits before an operator can approve it. Its owner can stop it with a mailed link.',
    { default: '24' },
  ),
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    anything('a secret key of Stripe such as sk_live_…', /^[\x21-\x7e]{8,255}$/),
    'The Stripe key for card deposits. Unset: only operators book deposits.',
    { secret: true },
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    anything('a signing secret of Stripe such as whsec_…', /^[\x21-\x7e]{8,255}$/),
    'The signing secret of the Stripe endpoint $PUBLIC_URL/stripe/webhook; required with STRIPE_SECRET_KEY.',
    { secret: true },
  ),
  stripeApiUrl: setting(
    'STRIPE_API_URL',
    httpUrl(''),
    'The address of Stripe without a path, for proxies and tests. Unset: Stripe itself.',
  ),
  activeReservationsMax: setting(
    'ACTIVE_RESERVATIONS_MAX',
    whole(1, 1000),
    'Active reservations that an executor may have at once.',
    { default: '1' },
  ),
  hourlyRewardRule: setting(
    'HOURLY_REWARD_RULE',
    oneOf('off', 'warn', 'refuse'),
    'What happens to a task that pays less than HOURLY_REWARD_MIN for an hour of its estimated minutes.',
    { default: 'off' },
  ),
  hourlyRewardMin: setting(
    'HOURLY_REWARD_MIN',
    amount(0, 10_000),
    'The minimum reward for an hour of estimated work, in units of the currency. Until operators set another one in the console.',
    { default: '0' },
  ),
  ageFloor: setting('AGE_FLOOR', whole(0, 120), 'The minimum age of an executor, in full years.', { default: '18' }),
  lowBalanceThreshold: setting(
    'LOW_BALANCE_THRESHOLD',
    whole(0, 1_000_000),
    'The available balance below which balance.low is recorded, in units of the currency.',
    { default: '10' },
  ),
  bookingApprovalAbove: setting(
    'BOOKING_APPROVAL_ABOVE',
    whole(0, 100_000_000),
    'Deposits and refunds above this amount, in units of the currency, need a second operator. An operator’s bookings to one account in 24 hours are added up. Unset: none do.',
  ),
  operatorWaitHours: setting(
    'OPERATOR_WAIT_HOURS',
    whole(0, 8_760),
    'Hours after which an operator whose role another operator granted may decide about money and other operators. Roles granted on the command line do not wait.',
    { default: '24' },
  ),
  operatorSecondFactor: setting(
    'OPERATOR_SECOND_FACTOR',
    onOff,
    'Whether operators need a second factor in the console. The demo turns it off.',
    { default: 'on' },
  ),
  auditKeptDays: setting(
    'AUDIT_KEPT_DAYS',
    whole(365, 36_500),
    'Days that the audit log keeps decisions, or longer; half a year of them is deleted at a time.',
    { default: '3650' },
  ),
}
