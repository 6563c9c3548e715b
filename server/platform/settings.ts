import {
  anything,
  httpUrl,
  networks,
  oneOf,
  onOff,
  percentAsBasisPoints,
  postgresUrl,
  redisUrl,
  smtpUrl,
  trueFalse,
  whole,
  wholes,
} from './setting-forms.ts'

/** One setting: how its text is read, and what a reader of `.env.example` must know. `parse` gives undefined for a wrong one. */
export type Setting = {
  readonly name: string
  readonly member: string
  readonly default?: string
  readonly expected: string
  readonly about: string
  readonly secret?: true
  readonly parse: (text: string) => unknown
}

type Options = { readonly default?: string; readonly secret?: true }

const setting = (
  [name, member]: readonly [string, string],
  [expected, parse]: readonly [string, (text: string) => unknown],
  about: string,
  options: Options = {},
): Setting => ({ name, member, expected, parse, about, ...options })

const rateMax = 1_000_000
const currency = anything('a three-letter ISO 4217 code such as USD', /^[A-Z]{3}$/)
const secretKey = anything('at least 32 characters', /^.{32,512}$/s)
const dayMax = 31_536_000

export const settings: readonly Setting[] = [
  setting(['HOST', 'host'], anything('an address to listen on', /^\S+$/), 'The address to listen on.', {
    default: '127.0.0.1',
  }),
  setting(['PORT', 'port'], whole(0, 65_535), 'The port to listen on; 0 takes a free one.', { default: '8080' }),
  setting(
    ['PUBLIC_URL', 'publicUrl'],
    httpUrl(''),
    '{base_url}: how clients reach Group A. Unset: http://127.0.0.1:$PORT.',
  ),
  setting(['API_URL', 'apiUrl'], httpUrl('/v1'), '{api_base_url}: how clients reach Group B. Unset: $PUBLIC_URL/v1.'),
  setting(
    ['DATA_DIR', 'dataDir'],
    anything('a folder', /^.+$/),
    'The folder of the embedded database and of uploads.',
    { default: './data' },
  ),
  setting(
    ['DATABASE_URL', 'databaseUrl'],
    postgresUrl,
    'An existing PostgreSQL 15 or newer. Unset: an embedded one under DATA_DIR.',
    {
      secret: true,
    },
  ),
  setting(
    ['DATABASE_DIRECT_URL', 'databaseDirectUrl'],
    postgresUrl,
    'The same database without a pooler between, for migrations. Unset: DATABASE_URL.',
    {
      secret: true,
    },
  ),
  setting(
    ['DATABASE_PREPARED', 'databasePrepared'],
    onOff,
    'Named prepared statements; off behind a pooler that does not track them.',
    { default: 'on' },
  ),
  setting(
    ['DATABASE_CONNECTIONS_MAX', 'databaseConnectionsMax'],
    whole(2, 500),
    'Connections of this process to the database; a server has one more, for counting requests.',
    { default: '16' },
  ),
  setting(
    ['REDIS_URL', 'redisUrl'],
    redisUrl,
    'Where several processes count requests together. Unset: in the database.',
    { secret: true },
  ),
  setting(['KEY_RATE_PER_MINUTE', 'keyRatePerMinute'], whole(1, rateMax), 'Requests with one API key in any minute.', {
    default: '1000',
  }),
  setting(
    ['TOKEN_RATE_PER_MINUTE', 'tokenRatePerMinute'],
    whole(1, rateMax),
    'Requests with one access token in any minute.',
    { default: '600' },
  ),
  setting(
    ['UPLOAD_RATE_PER_MINUTE', 'uploadRatePerMinute'],
    whole(1, rateMax),
    'Uploads of proofs with one access token in any minute; they count as requests too.',
    { default: '60' },
  ),
  setting(
    ['ANONYMOUS_RATE_PER_MINUTE', 'anonymousRatePerMinute'],
    whole(1, rateMax),
    'Requests without a valid credential from one address in any minute, to one process.',
    { default: '60' },
  ),
  setting(
    ['TRUSTED_PROXIES', 'trustedProxies'],
    networks,
    'Proxies before this server, whose X-Forwarded-For says who the client is. Unset: nobody is believed.',
  ),
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
    whole(1, dayMax),
    'How long an executor may take to rework, in seconds.',
    { default: '86400' },
  ),
  setting(
    ['APPEAL_SECONDS', 'appealSeconds'],
    whole(1, dayMax),
    'How long an executor may appeal against a rejection, in seconds.',
    { default: '604800' },
  ),
  setting(
    ['DISPUTE_ANSWER_SECONDS', 'disputeAnswerSeconds'],
    whole(1, dayMax),
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
    ['OPERATOR_REVIEW_SECONDS', 'operatorReviewSeconds'],
    whole(1, dayMax),
    'How long a rejection may wait for an operator, in seconds; then the work is accepted.',
    { default: '259200' },
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
  setting(['COOL_DOWN_SECONDS', 'coolDownSeconds'], whole(0, dayMax), 'How long that is, in seconds.', {
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
    whole(0, dayMax),
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
    ['WEBHOOK_RETRY_SECONDS', 'webhookRetrySeconds'],
    wholes(0, dayMax),
    'How long a delivery waits before each of its attempts, in seconds: the first one, the second one and so on.',
    {
      default: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    },
  ),
  setting(
    ['WEBHOOK_ALLOW_PRIVATE', 'webhookAllowPrivate'],
    trueFalse,
    'Whether webhooks may go over plain http and to loopback and private addresses; for development and tests.',
    { default: 'false' },
  ),
  setting(
    ['SMTP_URL', 'smtpUrl'],
    smtpUrl,
    'The server that sends mails. Unset: mails are written to the log, and shown by market mail.',
    {
      secret: true,
    },
  ),
  setting(
    ['MAIL_FROM', 'mailFrom'],
    anything('an address such as market@example.com or Market <market@example.com>', /^[^\r\n@]*[^\s@]@[^\s@]+$/),
    'Whom mails are from; needed with SMTP_URL.',
  ),
  setting(
    ['SECRET_KEY', 'secretKey'],
    secretKey,
    'Signs links and cursors, and seals webhook secrets and kept answers. The same on all machines that share a database. Unset: made once and kept under DATA_DIR with mode 0600.',
    {
      secret: true,
    },
  ),
  setting(
    ['LIST_LAG_MS', 'listLagMs'],
    whole(0, 2000),
    'How old, in milliseconds, the list of available offers and its count may be when they are asked for; nothing else lags.',
    { default: '500' },
  ),
  setting(
    ['LOG_LEVEL', 'logLevel'],
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'How much is logged.',
    { default: 'info' },
  ),
  setting(
    ['CLOCK_OFFSET_MS', 'clockOffsetMs'],
    whole(-1e12, 1e12),
    'For tests alone: moves the time of this process, in milliseconds.',
    { default: '0' },
  ),
]

/** The text of `.env.example`: every setting with its meaning, what it may be, and its default. */
export const envExample = (): string =>
  settings
    .map((each) => `# ${each.about}\n# Must be ${each.expected}.\n#${each.name}=${each.default ?? ''}\n`)
    .join('\n')
