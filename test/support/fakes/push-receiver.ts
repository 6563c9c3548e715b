import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'

/** A message as a browser reads it, with what its push service was told. */
export type Pushed = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Opens a push service on loopback, which replies 201 at first. Ends with the test file. */
export async function openPushReceiver() {
  const received: Pushed[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => void server.close())
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const reply = (next: number) => {
    status = next
  }
  return { origin, received, reply }
}

/** The keys of a browser, and what it tells the marketplace. */
export function browserAt(origin: string, name: string) {
  const pair = createECDH('prime256v1')
  const auth = randomBytes(16).toString('base64url')
  const subscription = {
    endpoint: `${origin}/push/${name}`,
    keys: { p256dh: pair.generateKeys('base64url'), auth },
  }
  const read = ({ body }: Pushed) =>
    JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString())
  return { subscription, read }
}

/** Returns who signed a message, as its push service reads it. Throws unless this key signed it. */
export async function signerOf({ headers }: Pushed, publicKey: string, audience: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, signer, { audience, algorithms: ['ES256'] })
  return { isOurs: key === publicKey, subject: payload.sub, expiresAt: payload.exp ?? 0 }
}
