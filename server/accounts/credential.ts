import { createHmac, hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const credentialKinds = ['AccessToken', 'ApiKey', 'TestKey', 'Session'] as const
export type CredentialKind = (typeof credentialKinds)[number]
/** Kinds that are issued to be stored by the client. A session exists only in a cookie. A test key opens only its account's sandbox. */
export type IssuedKind = Exclude<CredentialKind, 'Session'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const forms = {
  AccessToken: { prefix: 'mkt_at_', random: 32 },
  ApiKey: { prefix: 'mkt_live_', random: 30 },
  TestKey: { prefix: 'mkt_test_', random: 30 },
  Session: { prefix: 'mkt_se_', random: 32 },
} as const

/** Returns a new secret: a prefix that names its kind, at least 178 random bits, and a checksum that scanners can verify offline. */
export const makeSecret = (kind: CredentialKind): string => secretOf(kind, () => randomInt(alphabet.length))

/** Returns the secret that a key derives from a text: the same one each time. */
export function derivedSecret(kind: CredentialKind, key: string, text: string): string {
  const bytes = createHmac('sha512', key).update(`credential ${kind} ${text}`).digest()
  return secretOf(kind, (index) => bytes.readUInt8(index) % alphabet.length)
}

function secretOf(kind: CredentialKind, draw: (index: number) => number): string {
  const { prefix, random } = forms[kind]
  const body = prefix + Array.from({ length: random }, (_, index) => alphabet[draw(index)]).join('')
  return body + checksumOf(body)
}

/** Whether the text begins as a test key does. Only sandboxes serve such requests. */
export const isTestKey = (text: string | undefined): boolean => text?.startsWith(forms.TestKey.prefix) ?? false

/** The kinds of credentials that a list of this kind contains: test keys are listed and managed as API keys. */
export const kindsListedAs = (kind: IssuedKind): readonly IssuedKind[] =>
  kind === 'ApiKey' ? ['ApiKey', 'TestKey'] : [kind]

/** Returns the kind of a credential from its form and checksum; undefined if we cannot have issued it. */
export function kindOf(text: string): CredentialKind | undefined {
  const kind = credentialKinds.find((each) => text.startsWith(forms[each].prefix))
  if (!kind) return undefined
  const { prefix, random } = forms[kind]
  if (text.length !== prefix.length + random + checksumLength) return undefined
  const body = text.slice(0, -checksumLength)
  return checksumOf(body) === text.slice(-checksumLength) ? kind : undefined
}

/** Returns the CRC-32 of the text as six base62 digits: 62^6 exceeds 2^32. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
