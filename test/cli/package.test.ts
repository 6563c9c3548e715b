import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const root = join(import.meta.dirname, '../..')

test('the package holds the program, README and licence only', async () => {
  const pack = ['pack', '--json', '--dry-run', '--workspace', 'cli']
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: root })
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ files: { path: string }[] }]
  const paths = files.map(({ path }) => path)
  for (const path of ['dist/main.js', 'README.md', 'LICENSE', 'package.json']) assert.ok(paths.includes(path), path)
  const shown = paths.filter((path) => !/^(?:dist\/(?:input\/)?[\w-]+\.js|README.md|LICENSE|package.json)$/.test(path))
  assert.deepEqual(shown, [])
})

test('publint finds nothing to mend', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(root, 'cli'), strict: true })
  const shown = messages.map((message) => formatMessage(message, pkg))
  assert.deepEqual(shown, [])
})

test('it needs the SDK of its own version', async () => {
  const [cli, sdk] = await Promise.all(
    ['cli', 'sdk'].map(async (name) => JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8'))),
  )
  assert.equal(cli.dependencies[sdk.name], sdk.version)
})
