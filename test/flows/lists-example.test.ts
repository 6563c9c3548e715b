import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { advertiser, submittedOffer } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const run = promisify(execFile)
const document = readFileSync(join(import.meta.dirname, '../../docs/api/lists.md'), 'utf8')

test('the program in docs/api/lists.md reads every task of an account', async () => {
  const market = await openMarket()
  const owner = await advertiser(market)
  for (let task = 0; task < 205; task++)
    await submittedOffer(market, { advertiser: owner, members: { draft: true, title: `Task ${task}` } })
  const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(document) ?? []
  const env = { ...process.env, BASE_URL: market.url, API_KEY: owner.key }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
  const lines = stdout.trim().split('\n')
  assert.equal(new Set(lines).size, 205)
  assert.match(lines[0] ?? '', /^\d+ Draft Task 0$/)
})
