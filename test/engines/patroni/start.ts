import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { type Ends, kill, newDirectory, programsBelow } from '../../support/embedded-postgres/fixtures.ts'
import type { Running } from '../programs.ts'
import { openSet } from './set.ts'

const turnsMax = 100

/**
 * Starts three PostgreSQL machines behind HAProxy with the published settings. They end with `stop`, after a failed start, and when
 * this process exits without being killed.
 */
export async function startPatroni(): Promise<Running> {
  const works: (() => void | Promise<void>)[] = []
  const t: Ends = { after: (work) => void works.unshift(work) }
  const directory = newDirectory(t, 'patroni', tmpdir())
  const endNow = () => {
    // Repeated for processes that were started meanwhile.
    for (let turn = 0, left = [0]; left.length > 0 && turn < turnsMax; turn++) {
      left = programsBelow(directory)
      for (const pid of left) kill(pid)
    }
    rmSync(dirname(directory), { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', endNow)
  const stop = async () => {
    for (let work = works.shift(); work; work = works.shift()) await work()
    process.removeListener('exit', endNow)
  }
  try {
    const set = await openSet(t, directory)
    return { set, env: { DATABASE_URL: set.urls.app, DATABASE_DIRECT_URL: set.adminUrl }, pids: [], stop }
  } catch (error) {
    await stop()
    throw error
  }
}
