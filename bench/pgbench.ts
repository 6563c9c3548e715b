import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Script } from './script.ts'

export type Load = {
  readonly clients: number
  readonly warmSeconds: number
  readonly seconds: number
  /** The number of records that can be used up. */
  readonly places: number
}

/** Returns the version of pgbench (part of PostgreSQL's client programs), or undefined if it is missing. */
export function pgbenchVersion(): string | undefined {
  const { status, stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  return status === 0 ? /\d+(\.\d+)?/.exec(stdout)?.[0] : undefined
}

/** Script runs per second after the warm-up, and in total. */
export type Rate = { readonly perSecond: number; readonly runs: number }

const runsMost = 1_000_000

type On = { readonly databaseUrl: string; readonly folder: string; readonly session: string }

/** Runs a script; pgbench reports every full second. `endless`: read-only scripts have no last index. */
export async function runPgbench(on: On, script: Script, wanted: Load, endless: boolean): Promise<Rate> {
  const load = { ...wanted, warmSeconds: Math.round(wanted.warmSeconds), seconds: Math.ceil(wanted.seconds) }
  const file = join(on.folder, 'script.sql')
  writeFileSync(file, script.text)
  const program = spawn('pgbench', words(on.databaseUrl, file, script, load, endless), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGOPTIONS: on.session },
  })
  const seconds = load.warmSeconds + load.seconds
  let err = ''
  program.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk)
    const rates = ratesIn(err)
    const isEnough = rates.length >= seconds && rates.some((rate) => rate > 0)
    if (isEnough || rates.length >= seconds * patience) program.kill('SIGINT')
  })
  const closed = once(program, 'close')
  const out = await text(program.stdout)
  await closed
  rmSync(file)
  if (!program.killed && program.exitCode !== 0) throw new Error(`pgbench failed: ${err.slice(-2000)}`)
  return rateOf(out, err, load)
}

/** How many times the duration a script may take until its first run ends, such as a count of a million rows by many clients. */
const patience = 20

/** The runs per second that pgbench has reported so far. */
const ratesIn = (err: string): number[] =>
  [...err.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps))

/** Ended by time, but limited to the number of runs for which there are records. */
const words = (url: string, file: string, script: Script, { clients, places }: Load, endless: boolean): string[] => [
  '--no-vacuum',
  '--protocol=prepared',
  '--progress=1',
  `--file=${file}`,
  ...[
    `--client=${clients}`,
    `--jobs=${Math.min(clients, 2)}`,
    `--transactions=${endless ? runsMost : Math.floor(places / clients)}`,
  ],
  ...Object.entries({ ...script.variables, clients, places }).map(([name, value]) => `--define=${name}=${value}`),
  url,
]

/** Computes the rate from the output of pgbench: after the warm-up, or of the whole time if only then a run ended. */
export function rateOf(
  out: string,
  err: string,
  { warmSeconds, seconds }: Pick<Load, 'warmSeconds' | 'seconds'>,
): Rate {
  if (/ERROR|FATAL|aborted/.test(err)) throw new Error(`pgbench met errors: ${err.slice(-2000)}`)
  const rates = ratesIn(err)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
  const finished = Number(/^number of transactions actually processed: (\d+)/m.exec(out)?.[1] ?? 0)
  const wanted = rates.slice(warmSeconds, warmSeconds + seconds)
  const measured = sum(wanted) > 0 ? wanted : rates
  const perSecond = measured.length > 0 ? sum(measured) / measured.length : Number(/^tps = ([\d.]+)/m.exec(out)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench finished no run: ${err.slice(-2000)}`)
  return { perSecond, runs: finished || sum(rates) }
}
