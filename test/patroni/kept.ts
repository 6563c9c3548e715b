import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { type Ends, kill, newDirectory, programsBelow } from '../../server/platform/embedded-postgres/fixtures/world.ts'
import { openSet, type PatroniSet } from './set.ts'

/** A set that no test has: it goes when it is stopped, when its start fails, and with us, however we end without being killed. */
type KeptSet = { readonly set: PatroniSet; stop(): Promise<void> }

const turnsMax = 100

/** `note` is told its directory before anything runs in it. */
export async function keepSet(note: (directory: string) => void = () => {}): Promise<KeptSet> {
  const works: (() => void | Promise<void>)[] = []
  const t: Ends = { after: (work) => void works.unshift(work) }
  const directory = newDirectory(t, 'patroni', tmpdir())
  const endNow = () => {
    // Again, for what one of them started meanwhile.
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
  note(directory)
  try {
    return { set: await openSet(t, directory), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
