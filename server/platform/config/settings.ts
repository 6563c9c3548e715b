import { type Setting, setting } from './setting.ts'
import {
  anything,
  httpUrl,
  networks,
  oneOf,
  onOff,
  origins,
  postgresUrl,
  redisUrl,
  smtpUrl,
  whole,
} from './setting-forms.ts'
import { fileLocations } from './settings-files.ts'
import { settingsOfOperating } from './settings-operating.ts'
import { rulesOfTheMarket } from './settings-rules.ts'
import { settingsOfSandboxes } from './settings-sandboxes.ts'
import { settingsOfStorage } from './settings-storage.ts'
import { settingsOfTaskPages } from './settings-task-pages.ts'
import { settingsOfWebhooks } from './settings-webhooks.ts'

const rateMax = 1_000_000
const secretKey = anything('at least 32 characters', /^.{32,512}$/s)

const table = {
  host: setting('HOST', anything('an address to listen on', /^\S+$/), 'The address to listen on.', {
    default: '127.0.0.1',
  }),
  port: setting('PORT', whole(0, 65_535), 'The port to listen on; 0 takes a free one.', { default: '8080' }),
  publicUrl: setting(
    'PUBLIC_URL',
    httpUrl(''),
    '{base_url}: the public address of Group A. Unset: http://127.0.0.1:$PORT.',
  ),
  apiUrl: setting('API_URL', httpUrl('/v1'), '{api_base_url}: the public address of Group B. Unset: $PUBLIC_URL/v1.'),
  ...settingsOfTaskPages,
  dataDir: setting(
    'DATA_DIR',
    anything('a folder', /^.+$/),
    'The folder of the embedded database, and of uploads on the disk.',
    { default: './data' },
  ),
  ...fileLocations,
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl,
    'An existing PostgreSQL 15 or newer. Unset: an embedded one under DATA_DIR.',
    { secret: true },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    postgresUrl,
    'The same database without a pooler, as the owner of its schema, for migrations (docs/database-roles.md). Unset: DATABASE_URL.',
    { secret: true },
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    postgresUrl,
    'Read replicas of the same database for lists and reports; results are as current as on the primary. Unset: none.',
    { secret: true },
  ),
  databasePrepared: setting(
    'DATABASE_PREPARED',
    onOff,
    'Named prepared statements; off behind a pooler that does not track them.',
    { default: 'on' },
  ),
  databaseConnectionsMax: setting(
    'DATABASE_CONNECTIONS_MAX',
    whole(2, 500),
    'Database connections of this process. A server needs two more, for rate limits and /readyz; METRICS_PORT needs one more.',
    { default: '16' },
  ),
  databaseWaitSeconds: setting(
    'DATABASE_WAIT_SECONDS', // At least 2: a migration may hold a lock for one second (migrate-locks.ts), and must not fail requests.
    whole(2, 60),
    'Seconds that a request waits for a database connection, and for a lock, before it gets 503.',
    { default: '2' },
  ),
  requestsAtOnceMax: setting(
    'REQUESTS_AT_ONCE_MAX',
    whole(16, 100_000),
    'Requests in progress in this process; more get 503 at once. A credential, or an address without one, gets up to an eighth; its other requests wait.',
    { default: '256' },
  ),
  busyMsMax: setting(
    'BUSY_MS_MAX',
    whole(10, 60_000),
    'Milliseconds that a request may wait for the processor before it is begun; requests that wait longer get 503.',
    { default: '250' },
  ),
  uploadsAtOnceMax: setting(
    'UPLOADS_AT_ONCE_MAX',
    whole(1, 10_000),
    'Uploads of proofs in progress in this process; more get 503 at once. An account gets up to an eighth; its others wait.',
    { default: '32' },
  ),
  exportsAtOnceMax: setting(
    'EXPORTS_AT_ONCE_MAX',
    whole(1, 10_000),
    'Exports and statements in progress in this process; more get 503. An account gets up to an eighth; its others wait.',
    { default: '16' },
  ),
  largeBodiesAtOnceMax: setting(
    'LARGE_BODIES_AT_ONCE_MAX',
    whole(1, 10_000),
    'Bodies above 256 KiB in progress in this process; more get 503. An account gets up to an eighth; its others wait.',
    { default: '16' },
  ),
  connectionsMax: setting(
    'CONNECTIONS_MAX',
    whole(16, 100_000),
    'Client connections to this process; more are closed at once.',
    { default: '4000' },
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl,
    'Where processes count requests for rate limits together. Unset: in the database.',
    { secret: true },
  ),
  keyRatePerMinute: setting('KEY_RATE_PER_MINUTE', whole(1, rateMax), 'Requests with one API key in any 60 seconds.', {
    default: '1000',
  }),
  tokenRatePerMinute: setting(
    'TOKEN_RATE_PER_MINUTE',
    whole(1, rateMax),
    'Requests with one access token in any 60 seconds.',
    { default: '600' },
  ),
  accountRatePerMinute: setting(
    'ACCOUNT_RATE_PER_MINUTE',
    whole(1, rateMax),
    'Requests with all credentials of one account in any 60 seconds. Unset: five times the larger limit above.',
  ),
  uploadRatePerMinute: setting(
    'UPLOAD_RATE_PER_MINUTE',
    whole(1, rateMax),
    'Uploads of proofs with one access token in any 60 seconds; they also count as requests.',
    { default: '60' },
  ),
  pictureMegapixelsPerMinute: setting(
    'PICTURE_MEGAPIXELS_PER_MINUTE',
    whole(1, rateMax),
    'Megapixels that one process redraws for one account in any 60 seconds; more get 429.',
    { default: '600' },
  ),
  anonymousRatePerMinute: setting(
    'ANONYMOUS_RATE_PER_MINUTE',
    whole(1, rateMax),
    'Requests without a valid credential from one address to one process in any 60 seconds.',
    { default: '60' },
  ),
  rateLimitWaitMs: setting(
    'RATE_LIMIT_WAIT_MS',
    whole(10, 60_000),
    'Milliseconds that a request waits for the count of all processes; then this process decides alone.',
    { default: '150' },
  ),
  signInRatePerMinute: setting(
    'SIGN_IN_RATE_PER_MINUTE',
    whole(1, rateMax),
    'Passwords, codes and links of the console that one address may try for one account in a minute; for all accounts, six times as many.',
    { default: '10' },
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    'Origins whose pages may call the API from a browser, with a token or key (not the console). Unset: none.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    networks,
    'Proxies whose X-Forwarded-For is trusted to name the client. Unset: none.',
  ),
  ...rulesOfTheMarket,
  ...settingsOfWebhooks,
  ...settingsOfStorage,
  smtpUrl: setting('SMTP_URL', smtpUrl, 'The mail server. Unset: mails are logged, and shown by market mail.', {
    secret: true,
  }),
  mailFrom: setting(
    'MAIL_FROM',
    anything('an address such as market@example.com or Market <market@example.com>', /^[^\r\n@]*[^\s@]@[^\s@]+$/),
    'The sender of mails; required with SMTP_URL.',
  ),
  secretKey: setting(
    'SECRET_KEY',
    secretKey,
    'Signs links and cursors, and encrypts webhook secrets and stored responses. Must be the same on all machines that share a database. Unset: created once in DATA_DIR with mode 0600.',
    { secret: true },
  ),
  listLagMs: setting(
    'LIST_LAG_MS',
    whole(0, 2000),
    'Maximum age of the list of available offers and its count, in milliseconds.',
    { default: '500' },
  ),
  ...settingsOfSandboxes,
  ...settingsOfOperating,
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The lowest level that is logged.',
    { default: 'info' },
  ),
  clockOffsetMs: setting(
    'CLOCK_OFFSET_MS',
    whole(-1e12, 1e12),
    'For tests only: shifts this process’s time, in milliseconds.',
    { default: '0' },
  ),
}

/** The values of the settings by member; undefined for an unset one without a default. */
export type Values = {
  readonly [Member in keyof typeof table]: (typeof table)[Member] extends Setting<infer Value, infer Default>
    ? Value | (Default extends string ? never : undefined)
    : never
}

/** All settings, in the order of `.env.example`. */
export const settings = Object.entries<Setting>(table).map(([member, setting]) => ({ ...setting, member }))

/** Returns the text of `.env.example`: each setting with its meaning, valid values and default. */
export const envExample = (): string =>
  settings
    .map((each) => `# ${each.about}\n# Must be ${each.expected}.\n#${each.name}=${each.default ?? ''}\n`)
    .join('\n')
