import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { openMarket } from '../../test/support/market.ts'

test('more connections than there may be are closed at once, and those that there are go on', async () => {
  const market = await openMarket({ connectionsMax: 3 })
  const open = () => connect(Number(new URL(market.url).port), '127.0.0.1')
  const kept = [open(), open(), open()]
  await Promise.all(kept.map((socket) => once(socket, 'connect')))
  // Whoever is answered was taken: those before it, too.
  for (const socket of kept) assert.match(await asked(socket), /^HTTP\/1\.1 200 /)
  const more = open()
  more.on('error', () => {})
  await once(more, 'close')
  assert.match(await asked(kept[0] as Socket), /^HTTP\/1\.1 200 /)
  for (const socket of kept) socket.destroy()
})

async function asked(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const [said] = await once(socket, 'data')
  return String(said)
}
