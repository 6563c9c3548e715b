import assert from 'node:assert/strict'
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { startTrade } from '../model/trade.ts'
import { rngOf } from '../properties/rng.ts'
import { commandsOf } from '../support/commands.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation, type TestInstallation } from '../support/program.ts'
import { atTarget, mustBeWhole, targetIn, tradeOn } from './kill/target.ts'

const clients = 6
const answersBefore = 150

test('a backup of a running installation contains everything acknowledged before it', async (t) => {
  const rng = rngOf(t)
  const [installation, other] = [newInstallation(t), newInstallation(t)]
  const [target, folder] = [
    await targetIn(installation, await freePort()),
    join(installation.dataDir, 'backups', 'first'),
  ]
  const trade = await tradeOn(t, target, rng.whole(2 ** 30))
  const trading = startTrade(trade, rng.fork(), clients)
  await trading.more(answersBefore)
  const { made, left, versions } = structuredClone(trade.world.acknowledged)
  const { files, hasSecretKey, pageChecksums } = await commandsOf(installation).ask('backup', folder)
  assert.ok(Number(files) > 500)
  assert.deepEqual({ hasSecretKey, pageChecksums }, { hasSecretKey: false, pageChecksums: 'Verified' })
  await trading.end()
  assert.deepEqual(trade.wrong, [], 'nobody noticed')
  await target.program.end('SIGKILL')
  assert.match(await commandsOf(other).refused('restore', folder), /The backup holds no secret key/)
  mkdirSync(other.dataDir, { recursive: true })
  cpSync(join(installation.dataDir, 'secret-key'), join(other.dataDir, 'secret-key'))
  const restored = await commandsOf(other).ask('restore', folder)
  assert.deepEqual({ ok: restored['ok'], missingFiles: restored['missingFiles'] }, { ok: true, missingFiles: 0 })
  const acknowledged = { made, left, versions, tried: trade.world.acknowledged.tried }
  const again = await targetIn(other, await freePort())
  const after = await atTarget(t, trade, again, acknowledged)
  await mustBeWhole(after, other)
  // Work in progress at the backup can be continued.
  const continued = startTrade(after, rng.fork(), clients)
  await continued.more(answersBefore)
  await continued.end()
  await mustBeWhole(after, other)
  t.diagnostic(`${versions.size} records before the backup, ${files} files`)
  await again.program.end('SIGTERM')
  await mustMissOne(other)
})

/** Deletes one file, which must be reported. */
async function mustMissOne(installation: TestInstallation): Promise<void> {
  const [name] = readdirSync(join(installation.dataDir, 'uploads', 'proofs'))
  rmSync(join(installation.dataDir, 'uploads', 'proofs', `${name}`))
  const { code, out } = await installation.run('files', 'verify', '--json')
  assert.deepEqual([code, JSON.parse(out).missing], [1, [`proofs/${name}`]])
}

/** Creates a backup with its key and ends the installation. */
async function smallBackup(installation: TestInstallation): Promise<string> {
  const { ask } = commandsOf(installation)
  const folder = join(installation.dataDir, 'backup')
  // The database stays up between the commands.
  await installation.within('', async () => {
    await ask('account', 'create', '--email', 'somebody@example.com', '--role', 'Executor')
    await ask('backup', folder, '--with-secret-key')
  })
  return folder
}

const pageBytes = 8_192
const control = 'database/global/pg_control'

/** Ways to damage a backup, with the expected message. */
const spoilings: readonly (readonly [string, RegExp, (path: string) => void])[] = [
  [control, /pg_control is not what was backed up/, (path) => appendFileSync(path, 'x')],
  [control, /pg_control is missing from the backup/, (path) => rmSync(path)],
  ['more.txt', /more\.txt is not part of the backup/, (path) => writeFileSync(path, '')],
  ['backup.json', /has format 9/, (path) => writeFileSync(path, '{"format":9}')],
  ['backup.json', /is no backup: backup\.json cannot be read/, (path) => rmSync(path)],
]

test('an incomplete backup, an occupied target and a damaged page are refused, and nothing is left behind', async (t) => {
  const [installation, other] = [newInstallation(t), newInstallation(t)]
  const folder = await smallBackup(installation)
  const { refused, ask } = commandsOf(other)
  for (const [name, why, spoil] of spoilings) {
    const path = join(folder, name)
    const before = existsSync(path) ? readFileSync(path) : undefined
    spoil(path)
    assert.match(await refused('restore', folder), why)
    if (before) writeFileSync(path, before)
    else rmSync(path)
  }
  assert.match(await refused('restore', join(folder, 'nowhere')), /is no backup/)
  assert.ok(!existsSync(join(other.dataDir, 'postgres', 'cluster')))
  assert.match(await commandsOf(installation).refused('restore', folder), /There is a database in .* already/)
  assert.match(await commandsOf(installation).refused('backup', folder), /is not empty/)
  assert.match(
    await commandsOf(installation).refused('backup', join(folder, 'backup.json', 'x')),
    /cannot be the folder/,
  )
  assert.equal((await ask('restore', folder))['ok'], true)
  assert.deepEqual(
    readFileSync(join(other.dataDir, 'secret-key')),
    readFileSync(join(installation.dataDir, 'secret-key')),
  )
  assert.equal((await ask('account', 'roles', '--email', 'somebody@example.com', '--add', 'Advertiser'))['id'], 1)
  rmSync(join(other.dataDir, 'uploads'), { recursive: true })
  assert.match(await refused('backup', join(other.dataDir, 'second')), /uploads/)
  const left = readdirSync(other.dataDir).filter((name) => name.startsWith('second'))
  assert.deepEqual(left, [], 'what was cut off could be taken for a backup')

  const page = await damagedPage(installation)
  const another = `${folder}-of-damage`
  assert.match(await commandsOf(installation).refused('backup', another), page)
  const shown = readdirSync(installation.dataDir).filter((name) => name.startsWith(basename(another)))
  assert.deepEqual(shown, [])
})

/** Changes bytes of a table that nothing reads. Returns what the refusal must say. */
async function damagedPage(installation: TestInstallation): Promise<RegExp> {
  const { path } = await installation.within('', ({ ctx }) =>
    ctx.db.one<{ path: string }>(sql`select pg_relation_filepath('accounts') as path`),
  )
  const file = openSync(join(installation.dataDir, 'postgres', 'cluster', path), 'r+')
  writeSync(file, Buffer.from('damage'), 0, 6, pageBytes - 100)
  closeSync(file)
  return new RegExp(`damaged pages, so no backup was made: .*${path}", block 0`)
}

test('a backup is refused without a database of this installation', async (t) => {
  const folder = join(newInstallation(t).dataDir, 'backup')
  assert.match(await commandsOf(newInstallation(t)).refused('backup', folder), /There is nothing to back up/)
  const own = newInstallation(t, { DATABASE_URL: 'postgresql://somebody@127.0.0.1:1/market' })
  for (const verb of ['backup', 'restore']) assert.match(await commandsOf(own).refused(verb, folder), /its own tools/)
})
