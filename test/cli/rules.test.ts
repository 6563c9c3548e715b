import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { applyRules } from '../../server/executions/accept-rules/actions.ts'
import { checkForFraud } from '../../server/executions/fraud-checks/actions.ts'
import { answered } from '../support/answering.ts'
import { activeOffer, advertiser, executor, expectOk, reserved } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
const program = join(import.meta.dirname, '../../cli/dist/main.js')
const owner = await advertiser(market, { funds: 100 })

/** Runs a command with this input, and returns what it prints. */
async function run(input: unknown, ...words: string[]) {
  const env = { PATH: process.env['PATH'], MARKETPLACE_URL: market.url, MARKETPLACE_API_KEY: owner.key }
  const child = spawn(process.execPath, [program, ...words], { env })
  child.stdin.end(JSON.stringify(input))
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, errors }
}

async function printed(input: unknown, ...words: string[]): Promise<string> {
  const { code, out, errors } = await run(input, ...words)
  assert.equal(code, 0, errors)
  return out
}
const jsonOf = async (input: unknown, ...words: string[]) => JSON.parse(await printed(input, ...words, '--json'))

test('rules are set and listed, and what they did is shown with its figures', async () => {
  const items = Array.from({ length: 4 }, (_, n) => ({ data: { n } }))
  const { id } = await activeOffer(market, { advertiser: owner, members: { totalLimit: undefined, items } })
  const [task, rule] = [String(id), { when: { type: 'TooFast', belowSeconds: 60 }, then: { type: 'Flag' } }]
  assert.match(await printed({}, 'rules', 'list', task), /^0 in total$/m)
  const table = /^condition +action\nTooFast belowSeconds=60 +Flag\n1 in total$/m
  assert.match(await printed([rule], 'rules', 'set', task, '--file', '-'), table)
  const listed = await jsonOf({}, 'rules', 'list', task)
  assert.deepEqual(listed, { items: [rule] })
  assert.match(await printed(listed, 'rules', 'set', task, '--file', '-'), table)
  const refused = await run([{ ...rule, then: { type: 'Pay' } }], 'rules', 'set', task, '--file', '-')
  assert.deepEqual([refused.code, /rules\.0\.then/.test(refused.errors)], [1, true], refused.errors)

  const report = await answered(market, id, [{ value: { label: 'cat' } }])
  await checkForFraud(market.ctx)
  await applyRules(market.ctx)
  const actions = await printed({}, 'rules', 'actions', task)
  assert.match(actions, /^id +actedAtUtc +executorId +reportId +condition +action +figures$/m)
  assert.match(actions, new RegExp(` ex_\\S+ +${report} +TooFast belowSeconds=60 +Flag +seconds=\\d+$`, 'm'))
})

test('quotas are updated and listed with who has a place, and participants of a task are listed', async () => {
  const quota = { name: 'Adults', max: 5, minAge: 18 }
  const { id } = await activeOffer(market, { advertiser: owner, members: { quotas: [quota] } })
  const reservation = await reserved(await executor(market), id)
  await jsonOf({ quotas: [{ ...quota, max: 6 }] }, 'tasks', 'update', String(id), '--file', '-')
  assert.match(await printed({}, 'tasks', 'quotas', String(id)), /^name +max +taken +who\nAdults +6 +\d +minAge=18\n/)
  const participants = await printed({}, 'participants', String(id), '--status', 'Active')
  assert.match(participants, new RegExp(`^${reservation} +ex_\\S+ +Work +Active `, 'm'))
  assert.match(await printed({}, 'participants', String(id), '--status', 'Expired'), /^0 in total/m)
  const sent = ['messages', 'send-to-many', String(id), '--text', 'Please hurry.', '--status', 'Reserved', 'Pending']
  const { statuses, recipientCount } = await jsonOf({}, ...sent)
  assert.deepEqual([statuses, recipientCount], [['Reserved', 'Pending'], 1])
})

test('a group is created', async () => {
  const made = await jsonOf({}, 'qualifications', 'create', '--name', 'Took part in A', '--group', '--hidden')
  const stored = expectOk(await owner.b.get(`/v1/qualifications/${made.id}`))
  assert.deepEqual([stored.name, stored.hasScore, stored.isVisible], ['Took part in A', false, false])
})
