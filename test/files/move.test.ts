import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../server/platform/config/config.ts'
import { openLocations } from '../../server/platform/storage/storage.ts'
import { openProxy } from '../faults/proxy.ts'
import { commandsOf } from '../support/commands.ts'
import { type Item, pdf, reservedWork, uploadTo, type Work } from '../support/inputs/uploads.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation, type Program, type TestInstallation } from '../support/program.ts'
import { startSwift, withoutSwift } from '../support/scenarios/openstack-swift.ts'
import { environmentOf, newBucket } from './bucket.ts'

const swift = withoutSwift ? undefined : await startSwift()
const forms = 20
const [perForm, bytes] = [3, 60_000]
const market = join(import.meta.dirname, '../../market')

type FileContents = Map<string, string>

async function uploadMany(work: Work, count: number, uploaded: FileContents): Promise<void> {
  for (let each = 0; each < count; each++) {
    const files = Array.from({ length: perForm }, (_, at) => pdf(bytes + uploaded.size * 7 + at))
    const { status, body, raw } = await uploadTo(work, files)
    assert.equal(status, 200, raw)
    for (const { url, sha256 } of body.items as Item[]) uploaded.set(new URL(url).pathname, sha256)
  }
}

/** Reads every file repeatedly until stopped; anything but the complete file is an error. */
function readAlways(t: TestContext, program: Program, work: Work, uploaded: FileContents) {
  let [isOver, reads] = [false, 0]
  const wrong: string[] = []
  const headers = { authorization: `Bearer ${work.executor.token}` }
  const one = async (path: string, sum: string) => {
    const response = await fetch(program.url + path, { headers })
    const content = Buffer.from(await response.arrayBuffer())
    reads++
    if (response.status !== 200 || createHash('sha256').update(content).digest('hex') !== sum)
      wrong.push(`${path}: ${response.status}`)
  }
  const running = (async () => {
    while (!isOver) for (const [path, sum] of [...uploaded]) await one(path, sum)
  })()
  // Prevents an unhandled rejection if the test fails first.
  running.catch(() => {})
  t.after(() => {
    isOver = true
  })
  return async () => {
    isOver = true
    await running
    assert.deepEqual(wrong, [])
    return reads
  }
}

/** Starts a move and kills it at a given number of copied files. */
async function killedMove(env: Record<string, string>, until: () => Promise<boolean>): Promise<boolean> {
  const child = spawn(market, ['files', 'move', '--json'], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const ended = new Promise<boolean>((resolve) => child.once('exit', (_, signal) => resolve(signal === 'SIGKILL')))
  while (child.exitCode === null && child.signalCode === null && !(await until())) await setTimeout(50)
  child.kill('SIGKILL')
  return ended
}

async function isWhole(installation: TestInstallation, proofs: number): Promise<void> {
  const { ask } = commandsOf(installation)
  assert.deepEqual(await ask('files', 'verify'), {
    ok: true,
    proofs,
    missing: [],
    missingCount: 0,
    damaged: [],
    damagedCount: 0,
  })
}

/** Creates an installation with files on disk, and an object store behind a proxy that can be slowed down. */
async function scene(t: TestContext) {
  assert.ok(swift)
  const proxy = await openProxy(swift.port)
  t.after(proxy.close)
  const settings: Record<string, string> = {}
  const installation = newInstallation(t, settings)
  const store = environmentOf(await newBucket(swift, proxy.port))
  const inStore = () => {
    const config = readConfig({ DATA_DIR: installation.dataDir, ...store })
    return openLocations(installation.dataDir, config).first.keys('proofs', '', 1000)
  }
  const unset = { STORAGE_KEY_ID: '', STORAGE_SECRET_KEY: '', STORAGE_URL: '', STORAGE_ALSO_URL: '' }
  const set = (values: Record<string, string>) => Object.assign(settings, unset, values)
  const onDisk = () => readdir(join(installation.dataDir, 'uploads/proofs'))
  const killed = (until: () => Promise<boolean>) => killedMove({ ...settings, DATA_DIR: installation.dataDir }, until)
  const [port, uploaded]: [number, FileContents] = [await freePort(), new Map()]
  const program = await installation.serve(port)
  const work = await installation.within(program.url, (inside) => reservedWork(inside))
  await uploadMany(work, forms, uploaded)
  /** Restarts a program with the current settings. */
  const anew = async (running: Program) => {
    await running.end('SIGTERM')
    return installation.serve(port)
  }
  const reading = (running: Program) => readAlways(t, running, work, uploaded)
  return {
    proxy,
    place: installation,
    store,
    inStore,
    set,
    onDisk,
    killed,
    uploaded,
    program,
    work,
    anew,
    reading,
  }
}

type Fixtures = Awaited<ReturnType<typeof scene>>

/** Follows the steps of `docs/operate/files.md`, with programs of the old and the new settings running at the same time. */
async function moveThere(t: TestContext, the: Fixtures): Promise<Program> {
  const { proxy, place: installation, store, inStore, set, onDisk, killed, uploaded, work, anew, reading } = the
  set({ ...store, STORAGE_URL: 'disk', STORAGE_ALSO_URL: store.STORAGE_URL })
  let program = await anew(the.program)
  set({ ...store, STORAGE_ALSO_URL: 'disk' })
  const second = await installation.serve(await freePort())
  const stopSecond = reading(second)
  await uploadMany(work, 1, uploaded)
  program = await anew(program)
  const stop = reading(program)
  proxy.setFault({ kind: 'delay', ms: 10 })
  let kills = 0
  for (const share of [0.2, 0.5, 0.8])
    if (await killed(async () => (await inStore()).length >= uploaded.size * share)) kills++
  proxy.setFault(undefined)
  await uploadMany(work, 1, uploaded)
  const { moved, left, failed } = await commandsOf(installation).ask('files', 'move')
  const reads = [await stop(), await stopSecond()]
  assert.deepEqual([left, failed, await onDisk(), (await inStore()).length], [0, 0, [], uploaded.size])
  await second.end('SIGTERM')
  t.diagnostic(`${uploaded.size} files, ${kills} kills, ${moved} moved by the last run, ${reads.join(' and ')} reads`)
  set(store)
  return anew(program)
}

const about = 'files are moved to a store and back while all of them are read, killed in the middle, and none is lost'
test(about, { skip: withoutSwift }, async (t) => {
  const the = await scene(t)
  const { place: installation, store, inStore, set, onDisk, killed, uploaded, anew, reading } = the
  let program = await moveThere(t, the)
  await isWhole(installation, uploaded.size)
  await reading(program)()

  set({ ...store, STORAGE_URL: 'disk', STORAGE_ALSO_URL: store.STORAGE_URL })
  program = await anew(program)
  const stop = reading(program)
  await killed(async () => (await onDisk()).length > 9)
  assert.equal((await commandsOf(installation).ask('files', 'move'))['left'], 0)
  await stop()
  set({})
  program = await anew(program)
  await isWhole(installation, uploaded.size)
  assert.deepEqual([(await onDisk()).length, await inStore()], [uploaded.size, []])
  await reading(program)()
})

test('the doctor command tests the file storage and reports what is wrong', { skip: withoutSwift }, async (t) => {
  assert.ok(swift)
  const store = environmentOf(await newBucket(swift))
  const settings: Record<string, string> = { ...store }
  const installation = newInstallation(t, settings)
  type Check = { readonly check: string; readonly ok: boolean; readonly detail: string }
  const files = async () => {
    const { code, out } = await installation.run('doctor', '--json')
    const checks: Check[] = JSON.parse(out).checks
    return { code, ...checks.find(({ check }) => check === 'files') }
  }
  assert.match((await files()).detail ?? '', /^stored, read, listed and removed in s3:\/\/files-\d+\/market\/$/)
  settings['STORAGE_SECRET_KEY'] = 'another-secret'
  const wrong = await files()
  assert.deepEqual([wrong.code, wrong.ok], [1, false])
  assert.match(wrong.detail ?? '', /signature.*Check STORAGE_URL/)
  assert.ok(!JSON.stringify(wrong).includes('another-secret'))
  settings['STORAGE_URL'] = 's3://none-of-ours?endpoint=http://127.0.0.1:9'
  assert.match((await files()).detail ?? '', /ECONNREFUSED/)
})
