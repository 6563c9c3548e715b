import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Answer } from '../support/client.ts'
import { settingsOnServer } from '../support/database.ts'
import { advertiser } from '../support/fixtures.ts'
import { blackPng } from '../support/inputs/bytes.ts'
import { pdf, reservedWork, uploadTo } from '../support/inputs/uploads.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation } from '../support/program.ts'

const isLong = process.env.LONG === '1'
const rssMiBMax = 512
const atOnce = 20
const uploads = isLong ? 100 : 40
/** Default maximum of concurrent uploads. */
const uploadsAtOnceMax = 32
const mebibyte = 1024 * 1024

const json = { 'content-type': 'application/json' }
const bodies: Readonly<Record<string, string>> = {
  'two megabytes': `{"title":"${'x'.repeat(2_000_000)}"}`,
  'a hundred thousand levels': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'as many members as there is room for': `{${Array.from({ length: 22_000 }, (_, index) => `"m${index}":1`).join()}}`,
  'a number of a hundred thousand digits': `{"totalLimit":${'9'.repeat(100_000)}}`,
}

/** Returns the peak resident memory of a process in MiB; 0 if the system does not report it. */
function peakMiB(pid: number | 'self'): number {
  const file = `/proc/${pid}/status`
  const told = existsSync(file) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8')) : undefined
  return Number(told?.[1] ?? 0) / 1024
}

const statusesOf = (answers: readonly Answer[]): string =>
  [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other).join()

test('the program stays within its memory limit under concurrent large requests', {
  skip: peakMiB('self') === 0 && 'this system does not tell what a process has had in memory',
}, async (t) => {
  const installation = newInstallation(t, await settingsOnServer(t))
  const { url, pid, isRunning } = await installation.serve(await freePort())
  await installation.within(url, async (market) => {
    const { b } = await advertiser(market)
    const tell = (what: string, answers: readonly Answer[]) =>
      t.diagnostic(`${what}: ${statusesOf(answers)}; ${peakMiB(pid).toFixed()} MiB at most`)
    const all = (count: number, send: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, send))
    tell('at rest', [])
    for (const [what, body] of Object.entries(bodies)) {
      const answers = await all(atOnce, () => b.send('POST', '/v1/tasks', body, json))
      tell(`${atOnce} bodies of ${what}`, answers)
      assert.equal(statusesOf(answers).replace('413', '400'), '400', what)
    }
    // An executor uploads one form at a time, so concurrency takes many executors.
    const works = await Promise.all(Array.from({ length: uploads }, () => reservedWork(market)))
    const files = await Promise.all(works.map((work) => uploadTo(work, [pdf(5 * mebibyte)])))
    tell(`${uploads} uploads of 5 MiB`, files)
    assert.ok(
      files.every(({ status }) => status === 200 || status === 503),
      statusesOf(files),
    )
    assert.ok(files.filter(({ status }) => status === 200).length >= uploadsAtOnceMax)
    const bomb = { fileName: 'a.png', type: 'image/png', bytes: blackPng(20_000, 20_000, 400) }
    const bombs = await Promise.all(works.slice(0, 8).map((work) => uploadTo(work, [bomb])))
    tell('8 pictures of 400 million pixels', bombs)
    assert.match(statusesOf(bombs), /^4\d\d$/)
  })
  assert.ok(isRunning())
  assert.ok(peakMiB(pid) < rssMiBMax, `${peakMiB(pid)} MiB`)
})
