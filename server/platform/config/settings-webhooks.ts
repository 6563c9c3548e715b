import { secondsMax, setting } from './setting.ts'
import { trueFalse, whole, wholes } from './setting-forms.ts'

const perHourMax = 1_000_000

/** Settings of webhooks. */
export const settingsOfWebhooks = {
  webhookRetrySeconds: setting(
    'WEBHOOK_RETRY_SECONDS',
    wholes(0, secondsMax),
    'Seconds that a delivery waits before its first, second and each further attempt.',
    { default: '0,5,300,1800,7200,18000,36000,50400,72000,86400' },
  ),
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    trueFalse,
    'Whether webhooks may use plain http, loopback and private addresses; for development and tests.',
    { default: 'false' },
  ),
  webhookChallenge: setting(
    'WEBHOOK_CHALLENGE',
    trueFalse,
    'Whether a webhook must answer a challenge before it gets events; false only if you know every advertiser.',
    { default: 'true' },
  ),
  webhookTestsPerHour: setting(
    'WEBHOOK_TESTS_PER_HOUR',
    whole(1, perHourMax),
    'Challenges and test events of one account in an hour; for one host, four times as many.',
    { default: '30' },
  ),
  webhookReplaysPerHour: setting(
    'WEBHOOK_REPLAYS_PER_HOUR',
    whole(1, perHourMax),
    'Replays of one account in an hour; ten times as many deliveries can be resent.',
    { default: '30' },
  ),
}
