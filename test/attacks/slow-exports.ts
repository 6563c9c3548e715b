import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from '../../server/platform/sql.ts'
import { activeOffer, advertiser, type Person, submittedWork } from '../support/fixtures.ts'
import type { Attack, Target } from './attack.ts'
import { during } from './bystander.ts'

const readers = 256
const reports = 30
const detailsBytes = 200_000
const seconds = 3
/** With 256 readers of 6 MB the process had 657 MiB resident. */
const grownMiBMax = 250

/** Replays one API key that starts many exports and reads none of them. */
export const slowExports: Attack = {
  title: 'exports that nobody reads take neither the places of others nor the memory',
  run: async (target) => {
    const owner = await advertiser(target.market)
    await submitLargeReports(target, owner)
    const other = await advertiser(target.market)
    const before = residentMiB(target.pid)
    const sockets = Array.from({ length: readers }, () => unread(target.url, '/v1/reports/export', owner.key))
    try {
      const { statuses } = await during(setTimeout(seconds * 1000), () => other.b.get('/v1/tasks'))
      assert.deepEqual([...statuses], [200], 'another advertiser is answered meanwhile')
      assert.equal((await other.b.get('/v1/reports/export')).status, 200, 'and may export')
      const grown = residentMiB(target.pid) - before
      assert.ok(grown < grownMiBMax, `${Math.round(grown)} MiB more resident`)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}

/** Submits reports that add up to 6 MB of text. */
async function submitLargeReports({ market }: Target, owner: Person): Promise<void> {
  const { id } = await activeOffer(market, { advertiser: owner, slots: reports })
  for (let count = 0; count < reports; count++) await submittedWork(market, id)
  await market.ctx.db.run(sql`
    update executions set details = jsonb_build_object('text', repeat('x', ${detailsBytes}::integer))
    where offer = ${id}::bigint`)
}

/** Opens a connection that sends a request and reads nothing of the response. */
function unread(url: string, path: string, key: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  return socket
}

/** Returns the resident memory of a process; 0 if the system does not report it. */
function residentMiB(pid: number): number {
  const file = `/proc/${pid}/status`
  const told = existsSync(file) ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8')) : undefined
  return Number(told?.[1] ?? 0) / 1024
}
