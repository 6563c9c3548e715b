import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const credentialKinds = ['AccessToken', 'ApiKey', 'Session'] as const
export type CredentialKind = (typeof credentialKinds)[number]
/** Kinds that are issued to be stored by the client. A session exists only in a cookie. */
export type IssuedKind = Exclude<CredentialKind, 'Session'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const forms = {
  AccessToken: { prefix: 'mkt_at_', random: 32 },
  ApiKey: { prefix: 'mkt_live_', random: 30 },
  Session: { prefix: 'mkt_se_', random: 32 },
} as const

/** Returns a new secret: a prefix that names its kind, at least 178 random bits, and a checksum that scanners can verify offline. */
export function makeSecret(kind: CredentialKind): string {
  const { prefix, random } = forms[kind]
  const body = prefix + Array.from({ length: random }, () => alphabet[randomInt(alphabet.length)]).join('')
  return body + checksumOf(body)
}

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
