import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Setting } from './setting.ts'
import { settings, type Values } from './settings.ts'
import { isSameLocation, type StorageLocation } from './storage-location.ts'

/** The validated settings; `settings.ts` explains each. Some are derived from others if they are unset. */
export type Config = Omit<Values, 'publicUrl' | 'apiUrl' | 'tasksUrl' | 'tasksPort' | 'accountRatePerMinute'> & {
  /** False in a sandbox. No setting changes it. */
  readonly livemode: boolean
  readonly publicUrl: string
  readonly apiUrl: string
  readonly tasksUrl: string
  readonly tasksPort: number
  readonly accountRatePerMinute: number
}

/** All invalid settings: each line names the setting, its value (secrets masked) and what was expected. */
export class ConfigInvalid extends Error {}

type Texts = Readonly<Record<string, string | undefined>>

/** Relative paths start from the checkout, not the current folder: there is one `.env` and one data folder. */
const checkout = join(import.meta.dirname, '../../..')

/** Returns the environment; values from the checkout's `.env` fill the gaps. */
export function environment(folder = checkout): Texts {
  const file = join(folder, '.env')
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return { ...fromFile, ...process.env }
}

export function readConfig(texts: Texts = environment()): Config {
  const errors: string[] = []
  const read = (setting: Setting): unknown => {
    const given = texts[setting.name]
    const text = given === undefined || given === '' ? setting.default : given
    if (text === undefined) return undefined
    const parsed = setting.parse(text)
    if (parsed === undefined) errors.push(wrongSetting(setting, text))
    return parsed
  }
  const parsed = Object.fromEntries(settings.map((setting) => [setting.member, read(setting)]))
  errors.push(...wrongStorage(parsed))
  if (texts['SMTP_URL'] && !texts['MAIL_FROM'])
    errors.push('MAIL_FROM is not set, but must be an address such as market@example.com where SMTP_URL is set.')
  if (texts['STRIPE_SECRET_KEY'] && !texts['STRIPE_WEBHOOK_SECRET'])
    errors.push(
      'STRIPE_WEBHOOK_SECRET is not set, but must be where STRIPE_SECRET_KEY is: nothing paid would be booked.',
    )
  if (errors.length > 0) throw new ConfigInvalid(errors.join('\n'))
  const config = withDerived(parsed)
  const fault = tasksFault(config)
  if (fault) throw new ConfigInvalid(fault)
  return config
}

/** The pages of advertisers must not get the rights of the console's origin. */
function tasksFault({ publicUrl, tasksUrl, port, tasksPort }: Config): string | undefined {
  if (tasksPort === port) return `TASKS_PORT is ${tasksPort}, but must be another port than PORT.`
  const { origin, protocol } = new URL(publicUrl)
  const refused = (reason: string) => `TASKS_URL is ${JSON.stringify(tasksUrl)}, but must ${reason}.`
  if (origin === tasksUrl) return refused('be another origin than PUBLIC_URL')
  // Browsers show no page of http in one of https.
  return protocol === 'https:' && !tasksUrl.startsWith('https:') ? refused('be https, as PUBLIC_URL is') : undefined
}

/** Settings that are valid alone but conflict. */
function wrongStorage({
  storageUrl,
  storageAlsoUrl,
  storageKeyId,
  storageSecretKey,
}: Record<string, unknown>): string[] {
  const [first, other] = [storageUrl, storageAlsoUrl] as (StorageLocation | undefined)[]
  const isTwice = first && other && isSameLocation(first, other)
  return [
    ...(isTwice ? ['STORAGE_ALSO_URL is the same place as STORAGE_URL, but must be another one, or unset.'] : []),
    ...(!storageKeyId === !storageSecretKey
      ? []
      : ['STORAGE_KEY_ID and STORAGE_SECRET_KEY must be set together, or neither of them.']),
  ]
}

const wrongSetting = (setting: Setting, text: string): string =>
  `${setting.name} is ${setting.secret ? '(a secret, not shown)' : JSON.stringify(text)}, but must be ${setting.expected}.`

/** By default, an account's limit is this many times the highest limit of a credential. */
const credentialsInFull = 5

const portMax = 65_535
const portBeside = (port: number): number => (port === portMax ? port - 1 : port + 1)

function withDerived(parsed: Record<string, unknown>): Config {
  const credentialRates = [parsed['keyRatePerMinute'], parsed['tokenRatePerMinute']].map(Number)
  const publicUrl = String(parsed['publicUrl'] ?? `http://127.0.0.1:${parsed['port']}`)
  const tasksPort = Number(parsed['tasksPort'] ?? portBeside(Number(parsed['port'])))
  return {
    ...parsed,
    livemode: true,
    dataDir: resolve(checkout, String(parsed['dataDir'])),
    publicUrl,
    apiUrl: parsed['apiUrl'] ?? `${publicUrl}/v1`,
    tasksPort,
    tasksUrl: parsed['tasksUrl'] ?? Object.assign(new URL(publicUrl), { port: tasksPort }).origin,
    accountRatePerMinute: parsed['accountRatePerMinute'] ?? credentialsInFull * Math.max(...credentialRates),
  } as Config
}
