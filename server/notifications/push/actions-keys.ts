import { createECDH, ECDH } from 'node:crypto'
import { keyedHash } from '../../platform/config/secret.ts'

const curve = 'prime256v1'

/** The keys with which the marketplace signs for push services (VAPID), derived from its secret key. One in four billion secrets has none. */
export function pushKeys(secretKey: string): { readonly publicKey: string; readonly privateKey: string } {
  const privateKey = keyedHash(secretKey, 'push messages', curve)
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Whether this is a point of the curve, which a key of a browser must be. */
export function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url')
    return true
  } catch {
    return false
  }
}
