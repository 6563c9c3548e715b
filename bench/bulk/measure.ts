import { advertiserOf, firstExecution, offerAt } from '../dataset-facts.ts'
import { type Installation, profiling } from '../installation.ts'
import { circumstances, useOf } from '../machine.ts'
import { openSetup, runOf } from '../operations.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, medianOf } from '../results.ts'
import { setUp } from '../setup.ts'

const reports = 1_000
/** Few, so that each has a thousand reports to review. */
const advertisers = 8
const executors = advertisers * reports
const warmRounds = 2

type Round = { readonly ms: number; readonly serverCpuMs: number; readonly databaseCpuMs: number }

/** Measures the acceptance of a thousand reports in one request. */
export async function measureBulk(installation: Installation, options: Options, stop: AbortSignal): Promise<Measured> {
  const wanted = { ...options, executors, advertisers }
  const setup = await openSetup(installation, wanted, executors)
  try {
    const { address, server } = await installation.serve(profiling(wanted.profile))
    const places = Array.from({ length: executors }, (_, index) => index)
    const bodies = Array.from({ length: advertisers }, (_, index) => {
      const own = places.filter((place) => advertiserOf(setup.facts, offerAt(setup.facts, place)) === index + 1)
      const items = own.slice(0, reports).map((place) => ({ id: firstExecution + place, action: 'accept' }))
      return { key: setup.facts.keys[index] ?? '', body: JSON.stringify({ items }) }
    })
    const rounds: Round[] = []
    for (let round = 0; round < warmRounds + wanted.rounds && !stop.aborted; round++) {
      await setUp(installation.db, setup.facts, 'pending', executors)
      for (const each of bodies) {
        const took = await accepted(address, each, () => useOf(server.pid ?? 0, setup.postmaster))
        if (round >= warmRounds) rounds.push(took)
      }
    }
    const report = { circumstances: await circumstances(installation.db), options: runOf(wanted), rounds }
    return { report, markdown: markdownOf(report), isWell: true }
  } finally {
    setup.client.kill()
  }
}

type Asked = { readonly key: string; readonly body: string }

async function accepted(address: string, { key, body }: Asked, use: () => ReturnType<typeof useOf>): Promise<Round> {
  const [start, before] = [performance.now(), use()]
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${address}/v1/reports/bulk`, { method: 'POST', headers, body })
  const { results } = (await response.json()) as { results?: readonly { readonly ok: boolean }[] }
  const [ms, after] = [performance.now() - start, use()]
  const done = results?.filter(({ ok }) => ok).length
  if (done !== reports) throw new Error(`${done} of ${reports} reports were accepted: ${response.status}`)
  const spent = (part: 'serverCpuMs' | 'databaseCpuMs') =>
    (after?.[part] ?? Number.NaN) - (before?.[part] ?? Number.NaN)
  return { ms, serverCpuMs: spent('serverCpuMs'), databaseCpuMs: spent('databaseCpuMs') }
}

type Report = Parameters<typeof pageOf>[0] & { readonly rounds: readonly Round[] }

function markdownOf(report: Report): string {
  const median = (part: keyof Round) => fine(medianOf(report.rounds.map((round) => round[part])))
  const head = ['requests', 'ms', 'CPU ms: server', 'PostgreSQL']
  const line = [String(report.rounds.length), median('ms'), median('serverCpuMs'), median('databaseCpuMs')]
  const about = `One \`POST /v1/reports/bulk\` that accepts 1,000 pending reports of one advertiser, over HTTP on loopback, against \`serve\` in
production with the embedded database and its jobs. The median of all requests, one after the other.`
  return pageOf(report, {
    of: 'accepting in bulk',
    about,
    tables: [[head, [line], 'A thousand reports in one request.']],
  })
}
