import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A software authenticator (WebAuthn, ES256, no attestation), for tests without a browser. */
export type Authenticator = ReturnType<typeof newAuthenticator>

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

/** Returns the head of a CBOR item: its major type and its length or value, below 65,536. */
function head(major: number, count: number): Buffer {
  const type = major << 5
  if (count < 24) return Buffer.from([type | count])
  return count < 256 ? Buffer.from([type | 24, count]) : Buffer.from([type | 25, count >> 8, count & 255])
}

function cbor(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

const [present, verified, attested] = [0x01, 0x04, 0x40]

type Facts = { readonly rpId: string; readonly verifies: boolean; readonly counter: number; readonly more?: Buffer }

/** Returns the data that an authenticator signs (WebAuthn, 6.1). */
function signedFacts({ rpId, verifies, counter, more = Buffer.alloc(0) }: Facts): Buffer {
  const flags = present | (verifies ? verified : 0) | (more.length > 0 ? attested : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
}

const credential = (id: Buffer, response: object) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key',
  response,
  clientExtensionResults: {},
})

/** Encodes an ES256 public key in COSE. */
const coseOf = (x: string, y: string): Buffer =>
  cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )

/** Creates an authenticator with one key for one site. `verifies`: whether it verifies the user (PIN, fingerprint, face). */
export function newAuthenticator(origin: string, { verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientFacts = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))

  return {
    /** Returns the browser's result of `navigator.credentials.create`. */
    create({ challenge, rp }: { readonly challenge: string; readonly rp: { readonly id: string } }) {
      const length = Buffer.from([0, id.length])
      const more = Buffer.concat([Buffer.alloc(16), length, id, coseOf(x, y)])
      const authData = signedFacts({ rpId: rp.id, verifies, counter: ++counter, more })
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential(id, {
        clientDataJSON: base64url(clientFacts('webauthn.create', challenge)),
        attestationObject: base64url(cbor(attestation)),
      })
    },
    /** Returns the browser's result of `navigator.credentials.get`. */
    get({ challenge, rpId }: { readonly challenge: string; readonly rpId: string }) {
      const data = clientFacts('webauthn.get', challenge)
      const authData = signedFacts({ rpId, verifies, counter: ++counter })
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return credential(id, {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      })
    },
  }
}
