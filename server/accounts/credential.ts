import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const credentialKinds = ['AccessToken', 'ApiKey', 'Session'] as const
export type CredentialKind = (typeof credentialKinds)[number]
/** What is made to be kept elsewhere. A session lives in a cookie alone. */
export type IssuedKind = Exclude<CredentialKind, 'Session'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const forms = {
  AccessToken: { prefix: 'mkt_at_', random: 32 },
  ApiKey: { prefix: 'mkt_live_', random: 30 },
  Session: { prefix: 'mkt_se_', random: 32 },
} as const

/** A new secret: its prefix tells what it is, 178 or more random bits, and a checksum that a scanner can verify offline. */
export function makeSecret(kind: CredentialKind): string {
  const { prefix, random } = forms[kind]
  const body = prefix + Array.from({ length: random }, () => alphabet[randomInt(alphabet.length)]).join('')
  return body + checksumOf(body)
}

/** What kind of credential the text is, by its form and checksum alone; undefined for anything that we never issued. */
export function kindOf(text: string): CredentialKind | undefined {
  const kind = credentialKinds.find((each) => text.startsWith(forms[each].prefix))
  if (!kind) return undefined
  const { prefix, random } = forms[kind]
  if (text.length !== prefix.length + random + checksumLength) return undefined
  const body = text.slice(0, -checksumLength)
  return checksumOf(body) === text.slice(-checksumLength) ? kind : undefined
}

/** CRC-32 of the text in base62, six digits: 62^6 is more than 2^32. */
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
