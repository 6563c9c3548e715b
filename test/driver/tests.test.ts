import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const failing = `
import { describe, test } from 'node:test'
const fail = () => { throw new Error('refused') }
describe('a suite', () => {
  test('a test with subtests', async (t) => {
    await t.test('a subtest', () => {})
    await t.test('another subtest', (t) => t.test('a subtest of it', fail))
  })
  test('a plain test', fail)
})
`

test('the command of a failed test runs it, and a subtest with the test that starts it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'driver-'))
  try {
    const file = join(folder, 'failing.test.mjs')
    await writeFile(file, failing)
    const commands = [...(await printed(file)).matchAll(/Run it alone: npm test -- \S+ --name='(.*)'/g)]
    const names = new Set(commands.map(([, name = '']) => name))
    assert.deepEqual([...names], ['a test with subtests', 'a plain test'])
    for (const name of names) assert.match(await printed(file, name), /^[1-9]\d* failed$/m, name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Runs the file as `npm test` does, in a process of its own: the runner does not start within a test. */
async function printed(file: string, name?: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const limits = { concurrency: 1, stuckSecondsMax: 600, name }
  const script = `
    import { runTests } from ${JSON.stringify(new URL('tests.ts', import.meta.url).href)}
    const groups = [{ entry: ${JSON.stringify(file)}, files: [${JSON.stringify(file)}] }]
    const { failed } = await runTests(groups, ${JSON.stringify(limits)}, new AbortController())
    console.log(failed + ' failed')`
  const driver = join(dirname(file), 'driver.mjs')
  await writeFile(driver, script)
  const { stdout } = await promisify(execFile)(process.execPath, [driver], { env })
  return stdout
}
