import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DatasetFacts } from './dataset-facts.ts'
import { freePort, type Installation, plainSettings, stop } from './installation.ts'
import type { Starts } from './results.ts'

const market = join(import.meta.dirname, '../market')

/** Measures start times. The first start is not counted, because it fills caches such as compiled code. */
export async function measureStarts(installation: Installation, facts: DatasetFacts, count: number): Promise<Starts> {
  await startOnce(installation, facts)
  const ms: number[] = []
  for (let start = 0; start < count; start++) ms.push(await startOnce(installation, facts))
  return { size: facts.offers, ms }
}

async function startOnce({ databaseUrl, folder }: Installation, { keys }: DatasetFacts): Promise<number> {
  const port = await freePort()
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: String(port), NODE_ENV: 'production' }
  const begin = performance.now()
  const program = spawn(market, ['serve'], {
    env: { ...process.env, ...plainSettings, ...settings, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await firstAnswer(`http://127.0.0.1:${port}/v1/balance`, keys[0] ?? '', () => program.exitCode !== null)
    return performance.now() - begin
  } finally {
    await stop(program)
  }
}

const pauseMs = 5

/** Sends requests until one is answered with data from the database. */
async function firstAnswer(url: string, key: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    if (answer) throw new Error(`the first answer was ${answer.status}`)
    await setTimeout(pauseMs)
  }
  throw new Error('the server ended before it answered')
}
