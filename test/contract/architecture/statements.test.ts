import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { markStatements, statementsNeverRun } from '../../driver/statements.ts'

const files = {
  'server/offers/sql.ts': `
    type Db = { run(text: string): number }
    export const readOffer = (db: Db): number => db.run('select 1')
    export const lockOffer = (db: Db): number => db.run('select 1 for update')
    export async function insertOffer(db: Db): Promise<number> { return db.run('insert') }
    export const limit: number = 20
    const inside = (): number => 1
    export const deleteOffer = function (db: Db): number { return db.run('delete') + inside() }`,
  'server/offers/drafts/sql-fragments-slots.ts':
    'export const takeSlot = (): string => "update"; export const giveSlot = (): string => ""',
  'server/catalog/sql.ts': 'export const neverLoaded = (): number => 1',
  'server/offers/sqlite.ts': 'export const notAStatement = (): number => 1',
  'server/platform/sql.ts': 'export const notOfANoun = (): number => 1',
  'first.ts': "import { lockOffer } from './server/offers/sql.ts'; lockOffer({ run: () => 1 })",
  'second.ts': `import { insertOffer } from './server/offers/sql.ts'
    import { takeSlot } from './server/offers/drafts/sql-fragments-slots.ts'
    await insertOffer({ run: () => takeSlot().length })`,
}

describe('statements that no test runs', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'statements-')))
  const marks = join(folder, 'marks')
  before(() => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const marking = markStatements(marks, folder)
    for (const program of ['first.ts', 'second.ts']) {
      const env = { ...process.env, ...marking }
      assert.equal(spawnSync(process.execPath, [join(folder, program)], { env }).status, 0)
    }
  })
  after(() => rmSync(folder, { recursive: true }))

  test('are found in loaded files and in files that no process loaded', () => {
    assert.deepEqual(statementsNeverRun(marks, folder), [
      'server/catalog/sql.ts: neverLoaded',
      'server/offers/drafts/sql-fragments-slots.ts: giveSlot',
      'server/offers/sql.ts: readOffer',
      'server/offers/sql.ts: deleteOffer',
    ])
  })
})
