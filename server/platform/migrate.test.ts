import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { isUnreachable } from './db.ts'
import { migrate } from './migrate.ts'

test('a database that accepts connections and never answers is away, and not waited for for ever', async (t) => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const asked = migrate(`postgresql://somebody@127.0.0.1:${port}/market`, { connectMsMax: 200 })
  await assert.rejects(asked, isUnreachable)
})
