import { randomBytes } from 'node:crypto'

const idBytes = 12
let random = Buffer.alloc(0)

/** Draws random bytes for 512 ids at once: each draw costs as much as a short response. */
export function newRequestId(): string {
  if (random.length < idBytes) random = randomBytes(idBytes * 512)
  const id = `req_${random.toString('hex', 0, idBytes)}`
  random = random.subarray(idBytes)
  return id
}
