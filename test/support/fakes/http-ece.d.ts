declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Keys = { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string }
  export const decrypt: (message: Buffer, keys: Keys) => Buffer
}
