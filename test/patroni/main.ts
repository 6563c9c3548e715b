import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { becomes, commandLine, kill, programsBelow } from '../../server/platform/embedded-postgres/fixtures/world.ts'
import { keepSet } from './kept.ts'
import type { PatroniSet } from './set.ts'

/*
 * npm run patroni -- start   a set of three on loopback, to try things on; says how to reach it
 * npm run patroni -- stop    ends it, and nothing of it is left
 */
const folder = resolve(import.meta.dirname, '../../.cache/patroni')
const [note, log] = [`${folder}/set.json`, `${folder}/keeper.log`]

/** Who keeps the set, and where; the URLs as soon as it is whole. */
type Note = { readonly pid: number; readonly directory: string; readonly urls?: PatroniSet['urls'] }

const noted = (): Note | undefined => (existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined)
const isKeeper = (pid: number): boolean => commandLine(pid).includes('patroni/main.ts\0keep')

async function start(): Promise<void> {
  await stop()
  mkdirSync(dirname(note), { recursive: true })
  const output = openSync(log, 'w')
  const words = [import.meta.filename, 'keep']
  const keeper = spawn(process.execPath, words, { detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  keeper.unref()
  const giveUp = () => void stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, giveUp)
  let hasEnded = false
  keeper.once('exit', () => {
    hasEnded = true
  })
  while (!hasEnded && !noted()?.urls) await setTimeout(200)
  const urls = noted()?.urls
  if (!urls) {
    await stop()
    throw new Error(`the set does not start: ${readFileSync(log, 'utf8')}`)
  }
  console.log(`DATABASE_URL=${urls.app}\nDATABASE_DIRECT_URL=${urls.owner}\nDATABASE_READ_URL=${urls.read}`)
  process.exit()
}

/** Also what a keeper left behind that was killed itself. */
async function stop(): Promise<void> {
  const found = noted()
  if (!found) return
  if (isKeeper(found.pid)) process.kill(found.pid, 'SIGTERM')
  await becomes('the keeper has ended', () => !isKeeper(found.pid))
  for (const pid of programsBelow(found.directory)) kill(pid)
  await becomes('all of the set has ended', () => programsBelow(found.directory).length === 0)
  rmSync(dirname(found.directory), { recursive: true, force: true })
  rmSync(note, { force: true })
}

/** What `start` leaves running. */
async function keep(): Promise<void> {
  // Whatever runs of the set ends with us.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  const tell = (told: Omit<Note, 'pid'>) => writeFileSync(note, JSON.stringify({ pid: process.pid, ...told }))
  const { set } = await keepSet((directory) => tell({ directory }))
  tell({ directory: set.directory, urls: set.urls })
  setInterval(() => {}, 2 ** 30)
}

const commands: Readonly<Record<string, () => Promise<void>>> = { start, stop, keep }
const command = commands[process.argv[2] ?? '']
if (command) await command()
else {
  console.error('Say start or stop.')
  process.exitCode = 2
}
