import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'

const manyPerMinute = 1_000_000
export const sandboxConnectionsMax = 4

/** The folder with a folder for each sandbox. */
export const foldersOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sandboxes')
/** The folder of a sandbox's files. */
export const folderOf = (config: Pick<Config, 'dataDir'>, id: number): string => join(foldersOf(config), String(id))

/** Services outside of the sandbox: it sends no mail, reaches no Stripe, and shares no files, cache or traces. */
const withoutServices = {
  storageUrl: { kind: 'Disk' },
  storageAlsoUrl: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  stripeSecretKey: undefined,
  stripeWebhookSecret: undefined,
  stripeApiUrl: undefined,
  redisUrl: undefined,
  databaseReadUrl: undefined,
  metricsPort: undefined,
  tracesUrl: undefined,
} as const

/** The live market has counted the request, and limits what a test key may send. */
const withoutOwnLimits = {
  keyRatePerMinute: manyPerMinute,
  tokenRatePerMinute: manyPerMinute,
  accountRatePerMinute: manyPerMinute,
  uploadRatePerMinute: manyPerMinute,
  anonymousRatePerMinute: manyPerMinute,
  busyMsMax: 60_000,
  trustedProxies: ['127.0.0.1/32'],
}

/** Nobody moderates, and simulated executors work at once. */
const withoutPeople = {
  moderation: 'auto',
  tooFastSeconds: 0,
  coolDownAfter: 1_000,
  rejectionPercentMax: 100,
  newAdvertiserRejectionsMax: 19,
  bookingApprovalAbove: undefined,
  operatorWaitHours: 0,
  operatorSecondFactor: false,
  payoutAccountWaitHours: 0,
} as const

/** Returns the settings of a sandbox: the rules of the live market, without anything that leads out of the sandbox. */
export const sandboxConfig = (config: Config, id: number): Config => ({
  ...config,
  ...withoutServices,
  ...withoutOwnLimits,
  ...withoutPeople,
  livemode: false,
  sandboxes: false,
  dataDir: folderOf(config, id),
  databaseConnectionsMax: sandboxConnectionsMax,
  clockOffsetMs: 0,
  listLagMs: 0,
})
