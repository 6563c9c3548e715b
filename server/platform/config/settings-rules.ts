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
    'Whether an operator approves each offer, or each is approved at once.',
    { default: 'manual' },
  ),
  setting(
    ['RESERVATION_SECONDS', 'reservationSeconds'],
    whole(1, 604_800),
    'How long a reservation lasts where neither offer nor price says, in seconds.',
    { default: '3600' },
  ),
  setting(
    ['REVIEW_SECONDS', 'reviewSeconds'],
    whole(1, 1_814_400),
    'How long an advertiser may take to review, in seconds.',
    { default: '259200' },
  ),
  setting(
    ['REWORK_SECONDS', 'reworkSeconds'],
    whole(1, secondsMax),
    'How long an executor may take to rework, in seconds.',
    { default: '86400' },
  ),
  setting(
    ['APPEAL_SECONDS', 'appealSeconds'],
    whole(1, secondsMax),
    'How long an executor may appeal against a rejection, in seconds.',
    { default: '604800' },
  ),
  setting(
    ['DISPUTE_ANSWER_SECONDS', 'disputeAnswerSeconds'],
    whole(1, secondsMax),
    'How long an advertiser may take to answer an appeal, in seconds. Appeals are decided so long after the last moment to appeal.',
    { default: '172800' },
  ),
  setting(
    ['REJECTION_PERCENT_MAX', 'rejectionPercentMax'],
    whole(0, 100),
    'Rejections wait for an operator once more than this share of an advertiser’s last 50 decisions, in percent, were rejections.',
    { default: '30' },
  ),
  setting(
    ['REJECTIONS_AT_ONCE_MAX', 'rejectionsAtOnceMax'],
    whole(0, 1000),
    'Rejections wait for an operator where one request has more of them than this.',
    { default: '25' },
  ),
  setting(
    ['NEW_ADVERTISER_REJECTIONS_MAX', 'newAdvertiserRejectionsMax'],
    whole(0, 19),
    'Rejections wait for an operator once an advertiser with fewer than 20 decisions has more of them than this. REJECTION_PERCENT_MAX=100 turns off this limit, too.',
    { default: '5' },
  ),
  setting(
    ['GUARANTEE_MAX_PER_ADVERTISER', 'guaranteeMaxPerAdvertiser'],
    amount(0, 1_000_000),
    'What one advertiser may owe the platform for lost disputes before a further payment in their place waits for an operator, in units of the currency. The first payment for each advertiser always waits.',
    { default: '50' },
  ),
  setting(
    ['FRAUD_HOLD_DAYS', 'fraudHoldDays'],
    whole(2, 90),
    'How long a report may be held because fraud is suspected, in days; then it is released, and its review goes on.',
    { default: '7' },
  ),
  setting(
    ['OPERATOR_REVIEW_SECONDS', 'operatorReviewSeconds'],
    whole(1, secondsMax),
    'How long a rejection may wait for an operator, in seconds; then the work is accepted.',
    { default: '259200' },
  ),
  setting(
    ['ATTEMPTS_MAX', 'attemptsMax'],
    whole(1, 100),
    'How many submissions of one executor on one offer may end rejected or withdrawn where the offer does not say.',
    { default: '2' },
  ),
  setting(
    ['OFFER_REPORTS_PAUSE', 'offerReportsPause'],
    whole(0, 1000),
    'Reports of executors with standing that pause an offer until an operator decides; 0: reports pause nothing.',
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
    'After the first reservation, a change of birth date, country or gender waits so many days, or for an operator.',
    { default: '30' },
  ),
  setting(
    ['ACCOUNT_CLOSING_DAYS', 'accountClosingDays'],
    whole(0, 90),
    'How long an account stays before it is closed and its personal data erased, in days; its holder can change their mind until then.',
    { default: '14' },
  ),
  setting(
    ['SOFT_HOLD_SECONDS', 'softHoldSeconds'],
    whole(0, 86_400),
    'How long the slot of an expired reservation is kept for the same executor, in seconds.',
    { default: '600' },
  ),
  setting(
    ['COOL_DOWN_AFTER', 'coolDownAfter'],
    whole(1, 1000),
    'After so many cancelled or expired reservations in 24 hours an executor waits before the next one.',
    { default: '5' },
  ),
  setting(['COOL_DOWN_SECONDS', 'coolDownSeconds'], whole(0, secondsMax), 'How long that is, in seconds.', {
    default: '3600',
  }),
  setting(
    ['TOO_FAST_SECONDS', 'tooFastSeconds'],
    whole(0, 3600),
    'Work that took less is flagged as too fast, in seconds from the reservation to the submission; 0: none is for that.',
    { default: '5' },
  ),
  setting(
    ['CLEARING_SECONDS', 'clearingSeconds'],
    whole(0, secondsMax),
    'How long earnings of executors below level 2 are pending before they are available, in seconds.',
    { default: '86400' },
  ),
  setting(
    ['WITHDRAWAL_MINIMUM', 'withdrawalMinimum'],
    whole(0, 1_000_000),
    'The least that can be withdrawn at once, in units of the currency.',
    { default: '5' },
  ),
  setting(
    ['STRIPE_SECRET_KEY', 'stripeSecretKey'],
    anything('a secret key of Stripe such as sk_live_…', /^[\x21-\x7e]{8,255}$/),
    'The key by which deposits are taken through Stripe. Unset: deposits by operators only.',
    { secret: true },
  ),
  setting(
    ['STRIPE_WEBHOOK_SECRET', 'stripeWebhookSecret'],
    anything('a signing secret of Stripe such as whsec_…', /^[\x21-\x7e]{8,255}$/),
    'The secret of the endpoint $PUBLIC_URL/stripe/webhook at Stripe; needed with STRIPE_SECRET_KEY.',
    { secret: true },
  ),
  setting(
    ['STRIPE_API_URL', 'stripeApiUrl'],
    httpUrl(''),
    'Where Stripe is reached, without a path: for proxies and tests. Unset: at Stripe itself.',
  ),
  setting(
    ['ACTIVE_RESERVATIONS_MAX', 'activeReservationsMax'],
    whole(1, 1000),
    'Active reservations that one executor may hold at once.',
    { default: '1' },
  ),
  setting(['AGE_FLOOR', 'ageFloor'], whole(0, 120), 'The least age of an executor, in full years.', { default: '18' }),
  setting(
    ['LOW_BALANCE_THRESHOLD', 'lowBalanceThreshold'],
    whole(0, 1_000_000),
    'Below this available balance, in units of the currency, balance.low is recorded.',
    { default: '10' },
  ),
  setting(
    ['BOOKING_APPROVAL_ABOVE', 'bookingApprovalAbove'],
    whole(0, 100_000_000),
    'Deposits and refunds that an operator books above this amount, in units of the currency, need a second operator; so does what exceeds it together with their other bookings to the same account in 24 hours. Unset: none do.',
  ),
  setting(
    ['AUDIT_KEPT_DAYS', 'auditKeptDays'],
    whole(365, 36_500),
    'How long decisions stay in the audit log at least, in days; they go half a year of them at a time.',
    { default: '3650' },
  ),
]
