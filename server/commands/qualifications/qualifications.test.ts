import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandsOn } from '../../../test/support/commands.ts'
import { executor, expectOk, operator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'

type Listed = { readonly items: readonly { readonly id: number; readonly score: number }[] }

const market = await openMarket()
const { ask, refused } = commandsOn(market)
const folder = await mkdtemp(join(tmpdir(), 'grants-'))
after(() => rm(folder, { recursive: true }))

test('qualification list, grants, grant and take concern those of the marketplace', async () => {
  const { a } = await operator(market)
  const { id } = expectOk(await a.post('/api/operator/qualifications', { name: 'Reads labels' }))
  const worker = await executor(market)
  const file = join(folder, 'grants.csv')
  const [because, words] = [
    ['--reason', 'Passed our course'],
    ['qualification', 'grant', String(id), file],
  ]
  await writeFile(file, `accountId,score\n${worker.id},101\n`)
  assert.match(await refused(...words, ...because), /line 2, column score/)
  await writeFile(file, `accountId,score\n${worker.id},80\n`)
  assert.match(await refused(...words, '--reason', ' '), /^Invalid request: .*reason/)
  assert.equal((await ask(...words, ...because))['grantCount'], 1)
  assert.deepEqual(
    (await ask<Listed>('qualification', 'list')).items.map((listed) => listed.id),
    [id],
  )
  const { items } = await ask<Listed>('qualification', 'grants', String(id))
  assert.deepEqual(
    items.map((grant) => [grant.id, grant.score]),
    [[worker.id, 80]],
  )
  const taken = await ask('qualification', 'take', String(id), String(worker.id), ...because)
  assert.equal(taken['grantCount'], 0)
  assert.match(await refused('qualification', 'grants', '4711'), /^Qualification not found: /)
  const decisions = await market.ctx.db.many<{ account: number | null; reason: string }>(
    sql`select account, reason from audit_log where action in ('qualification.grant', 'qualification.take')`,
  )
  assert.deepEqual(decisions, Array(2).fill({ account: null, reason: 'Passed our course' }))
})
