import { type Setting, secondsMax, setting } from './setting.ts'
import { amount, anything, httpUrl, oneOf, percentAsBasisPoints, whole } from './setting-forms.ts'

const currency = anything('a three-letter ISO 4217 code such as USD', /^[A-Z]{3}$/)

/** The rules of this marketplace: its money, its times and its limits. */
export const rulesOfTheMarket: readonly Setting[] = [
  setting(['CURRENCY', 'currency'], currency, 'The currency of every amount.', { default: 'USD' }),
  setting(
    ['FEE_PERCENT', 'feeBasisPoints'],
    percentAsBasisPoints,
    'The fee on top of the reward, in percent; rounds down to a ten-thousandth.',
    { default: '10' },
  ),
  setting(
    ['MODERATION', 'moderation'],
    oneOf('manual', 'auto'),
    'Whether operators approve each offer, or offers are approved automatically.',
    { default: 'manual' },
  ),
  setting(
    ['RESERVATION_SECONDS', 'reservationSeconds'],
    whole(1, 604_800),
    'Seconds that a reservation lasts unless the offer or price states it.',
    { default: '3600' },
  ),
  setting(['REVIEW_SECONDS', 'reviewSeconds'], whole(1, 1_814_400), 'Seconds that an advertiser has for a review.', {
    default: '259200',
  }),
  setting(['REWORK_SECONDS', 'reworkSeconds'], whole(1, secondsMax), 'Seconds that an executor has for rework.', {
    default: '86400',
  }),
  setting(
    ['APPEAL_SECONDS', 'appealSeconds'],
    whole(1, secondsMax),
    'Seconds that an executor has to appeal against a rejection.',
    { default: '604800' },
  ),
  setting(
    ['DISPUTE_ANSWER_SECONDS', 'disputeAnswerSeconds'],
    whole(1, secondsMax),
    'Seconds that an advertiser has to answer an appeal. Appeals are decided this long after the last moment to appeal.',
    { default: '172800' },
  ),
  setting(
    ['REJECTION_PERCENT_MAX', 'rejectionPercentMax'],
    whole(0, 100),
    'Rejections wait for an operator once more than this percentage of an advertiser’s last 50 decisions were rejections.',
    { default: '30' },
  ),
  setting(
    ['REJECTIONS_AT_ONCE_MAX', 'rejectionsAtOnceMax'],
    whole(0, 1000),
    'Rejections wait for an operator if one request has more than this number.',
    { default: '25' },
  ),
  setting(
    ['NEW_ADVERTISER_REJECTIONS_MAX', 'newAdvertiserRejectionsMax'],
    whole(0, 19),
    'Rejections of an advertiser with fewer than 20 decisions wait for an operator above this number. REJECTION_PERCENT_MAX=100 turns this limit off too.',
    { default: '5' },
  ),
  setting(
    ['GUARANTEE_MAX_PER_ADVERTISER', 'guaranteeMaxPerAdvertiser'],
    amount(0, 1_000_000),
    'Amount that an advertiser may owe the platform for lost disputes before further coverage waits for an operator, in units of the currency. The first coverage for each advertiser always waits.',
    { default: '50' },
  ),
  setting(
    ['FRAUD_HOLD_DAYS', 'fraudHoldDays'],
    whole(2, 90),
    'Days that a fraud hold on a report lasts; then its review continues.',
    { default: '7' },
  ),
  setting(
    ['OPERATOR_REVIEW_SECONDS', 'operatorReviewSeconds'],
    whole(1, secondsMax),
    'Seconds that a held rejection waits for an operator before the work is accepted.',
    { default: '259200' },
  ),
  setting(
    ['ATTEMPTS_MAX', 'attemptsMax'],
    whole(1, 100),
    'Submissions of one executor on one offer that may end rejected or withdrawn, unless the offer states it.',
    { default: '2' },
  ),
  setting(
    ['OFFER_REPORTS_PAUSE', 'offerReportsPause'],
    whole(0, 1000),
    'Reports by reputable executors that pause an offer until an operator decides; 0: reports pause nothing.',
    { default: '3' },
  ),
  setting(
    ['OFFER_REPORTS_PER_DAY', 'offerReportsPerDay'],
    whole(1, 1_000_000),
    'Offers that one executor may report in 24 hours.',
    { default: '10' },
  ),
  setting(
    ['PROFILE_CHANGE_DAYS', 'profileChangeDays'],
    whole(0, 365),
    'Days that a change of birth date, country or gender waits once the executor has reserved, unless an operator decides earlier.',
    { default: '30' },
  ),
  setting(
    ['ACCOUNT_CLOSING_DAYS', 'accountClosingDays'],
    whole(0, 90),
    'Days from the request to close an account until it is closed and erased; its holder can cancel until then.',
    { default: '14' },
  ),
  setting(
    ['SOFT_HOLD_SECONDS', 'softHoldSeconds'],
    whole(0, 86_400),
    'Seconds that the slot of an expired reservation is kept for the same executor.',
    { default: '600' },
  ),
  setting(
    ['COOL_DOWN_AFTER', 'coolDownAfter'],
    whole(1, 1000),
    'Cancelled or expired reservations and withdrawn work in 24 hours after which an executor must wait.',
    { default: '5' },
  ),
  setting(['COOL_DOWN_SECONDS', 'coolDownSeconds'], whole(0, secondsMax), 'Seconds that the executor must wait.', {
    default: '3600',
  }),
  setting(
    ['TOO_FAST_SECONDS', 'tooFastSeconds'],
    whole(0, 3600),
    'Seconds from reservation to submission below which work is flagged as too fast; 0: never.',
    { default: '5' },
  ),
  setting(
    ['CLEARING_SECONDS', 'clearingSeconds'],
    whole(0, secondsMax),
    'Seconds until earnings of executors below level 2 are available.',
    { default: '86400' },
  ),
  setting(
    ['WITHDRAWAL_MINIMUM', 'withdrawalMinimum'],
    whole(0, 1_000_000),
    'The minimum amount of a withdrawal, in units of the currency.',
    { default: '5' },
  ),
  setting(
    ['STRIPE_SECRET_KEY', 'stripeSecretKey'],
    anything('a secret key of Stripe such as sk_live_…', /^[\x21-\x7e]{8,255}$/),
    'The Stripe key for card deposits. Unset: only operators book deposits.',
    { secret: true },
  ),
  setting(
    ['STRIPE_WEBHOOK_SECRET', 'stripeWebhookSecret'],
    anything('a signing secret of Stripe such as whsec_…', /^[\x21-\x7e]{8,255}$/),
    'The signing secret of the Stripe endpoint $PUBLIC_URL/stripe/webhook; required with STRIPE_SECRET_KEY.',
    { secret: true },
  ),
  setting(
    ['STRIPE_API_URL', 'stripeApiUrl'],
    httpUrl(''),
    'The address of Stripe without a path, for proxies and tests. Unset: Stripe itself.',
  ),
  setting(
    ['ACTIVE_RESERVATIONS_MAX', 'activeReservationsMax'],
    whole(1, 1000),
    'Active reservations that an executor may have at once.',
    { default: '1' },
  ),
  setting(['AGE_FLOOR', 'ageFloor'], whole(0, 120), 'The minimum age of an executor, in full years.', {
    default: '18',
  }),
  setting(
    ['LOW_BALANCE_THRESHOLD', 'lowBalanceThreshold'],
    whole(0, 1_000_000),
    'The available balance below which balance.low is recorded, in units of the currency.',
    { default: '10' },
  ),
  setting(
    ['BOOKING_APPROVAL_ABOVE', 'bookingApprovalAbove'],
    whole(0, 100_000_000),
    'Deposits and refunds above this amount, in units of the currency, need a second operator. An operator’s bookings to one account in 24 hours are added up. Unset: none do.',
  ),
  setting(
    ['AUDIT_KEPT_DAYS', 'auditKeptDays'],
    whole(365, 36_500),
    'Days that the audit log keeps decisions, or longer; half a year of them is deleted at a time.',
    { default: '3650' },
  ),
]
