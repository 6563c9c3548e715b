import { type Setting, secondsMax, setting } from './setting.ts'
import {
  anything,
  httpUrl,
  networks,
  oneOf,
  onOff,
  postgresUrl,
  redisUrl,
  smtpUrl,
  trueFalse,
  whole,
  wholes,
} from './setting-forms.ts'
import { fileLocations } from './settings-files.ts'
import { settingsOfOperating } from './settings-operating.ts'
import { rulesOfTheMarket } from './settings-rules.ts'

const rateMax = 1_000_000
const secretKey = anything('at least 32 characters', /^.{32,512}$/s)

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
    'The folder of the embedded database, and of uploads that lie on the disk.',
    { default: './data' },
  ),
  ...fileLocations,
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
    'The same database without a pooler between and as the owner of its schema, for migrations (docs/database-roles.md). Unset: DATABASE_URL.',
    {
      secret: true,
    },
  ),
  setting(
    ['DATABASE_READ_URL', 'databaseReadUrl'],
    postgresUrl,
    'Replicas of the same database, for lists and reports, which never show less than they would without. Unset: none.',
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
    'Connections of this process to the database; a server has two more, for counting requests and for /readyz; METRICS_PORT needs one more.',
    { default: '16' },
  ),
  setting(
    ['DATABASE_WAIT_SECONDS', 'databaseWaitSeconds'],
    // A migration may keep others waiting for more than one second (migrate-locks.ts), and costs nobody their request.
    whole(2, 60),
    'How long a request waits for a connection to the database, and in it for what another one has locked, in seconds; then it is answered 503.',
    { default: '2' },
  ),
  setting(
    ['REQUESTS_AT_ONCE_MAX', 'requestsAtOnceMax'],
    whole(16, 100_000),
    'Requests under way in this process; more are answered 503 at once. One credential, or one address without a credential, may have an eighth of them.',
    { default: '256' },
  ),
  setting(
    ['BUSY_MS_MAX', 'busyMsMax'],
    whole(10, 60_000),
    'How long this process may be busy with requests that came together, in milliseconds; those behind them are answered 503 at once.',
    { default: '250' },
  ),
  setting(
    ['UPLOADS_AT_ONCE_MAX', 'uploadsAtOnceMax'],
    whole(1, 10_000),
    'Uploads of proofs under way in this process; more are answered 503 at once.',
    { default: '32' },
  ),
  setting(
    ['EXPORTS_AT_ONCE_MAX', 'exportsAtOnceMax'],
    whole(1, 10_000),
    'Exports and statements that this process sends at once; more are answered 503. One account may have an eighth of them.',
    { default: '16' },
  ),
  setting(
    ['LARGE_BODIES_AT_ONCE_MAX', 'largeBodiesAtOnceMax'],
    whole(1, 10_000),
    'Bodies of more than 256 KiB that this process receives or works on at once; more are answered 503. One account may have an eighth of them.',
    { default: '16' },
  ),
  setting(
    ['CONNECTIONS_MAX', 'connectionsMax'],
    whole(16, 100_000),
    'Connections of clients to this process; more are closed at once.',
    { default: '4000' },
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
    ['ACCOUNT_RATE_PER_MINUTE', 'accountRatePerMinute'],
    whole(1, rateMax),
    'Requests with all credentials of one account together in any minute. Unset: five times the larger of both limits above.',
  ),
  setting(
    ['UPLOAD_RATE_PER_MINUTE', 'uploadRatePerMinute'],
    whole(1, rateMax),
    'Uploads of proofs with one access token in any minute; they count as requests too.',
    { default: '60' },
  ),
  setting(
    ['PICTURE_MEGAPIXELS_PER_MINUTE', 'pictureMegapixelsPerMinute'],
    whole(1, rateMax),
    'Millions of pixels that one process draws for one account in any minute; pictures beyond that are answered 429.',
    { default: '600' },
  ),
  setting(
    ['ANONYMOUS_RATE_PER_MINUTE', 'anonymousRatePerMinute'],
    whole(1, rateMax),
    'Requests without a valid credential from one address in any minute, to one process.',
    { default: '60' },
  ),
  setting(
    ['SIGN_IN_RATE_PER_MINUTE', 'signInRatePerMinute'],
    whole(1, rateMax),
    'Passwords, codes and links of the console that one address may try for one account in a minute. For all accounts together it may try six times as many.',
    { default: '10' },
  ),
  setting(
    ['TRUSTED_PROXIES', 'trustedProxies'],
    networks,
    'Proxies before this server, whose X-Forwarded-For says who the client is. Unset: nobody is believed.',
  ),
  ...rulesOfTheMarket,
  setting(
    ['WEBHOOK_RETRY_SECONDS', 'webhookRetrySeconds'],
    wholes(0, secondsMax),
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
  ...settingsOfOperating,
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
