import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { clientPackagePath } from '../../server/contract/client-package.ts'
import { openMarket } from '../support/market.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const gzipBytesMax = 15 * 1024

const folder = await mkdtemp(join(tmpdir(), 'sdk-'))
after(() => rm(folder, { recursive: true }))
// Packs what would be published.
const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, '--workspace', 'sdk'], {
  cwd: root,
})
const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string; files: { path: string }[] }]
const tarball = await readFile(join(folder, packed.filename.replace('/', '-').replace('@', '')))

const commonProgram = `
import sdk = require('@task-marketplace/sdk')
const sum = (entries: readonly sdk.Transaction[]) => entries.reduce((all, { amount }) => all + sdk.toUnits(amount), 0n)
async function main() {
  const headers = await sdk.webhooks.sign('{}', 'whsec_AAAA')
  console.log(headers['webhook-signature'].slice(0, 2), sum([{ amount: '0.35' } as sdk.Transaction]))
}
main()
`

test('the package holds modules, types, README and licence', () => {
  const paths = packed.files.map(({ path }) => path)
  for (const path of [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/cjs/index.js',
    'dist/cjs/package.json',
    'README.md',
    'LICENSE',
    'package.json',
  ])
    assert.ok(paths.includes(path), path)
  const shown = paths.filter((path) => !/^(?:dist\/|README.md$|LICENSE$|package.json$)/.test(path))
  assert.deepEqual(shown, [])
})

test('the package has no dependencies', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined])
})

test('publint finds nothing to mend', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(root, 'sdk'), strict: true })
  const shown = messages.map((message) => formatMessage(message, pkg))
  assert.deepEqual(shown, [])
})

test('its types resolve for modules and for CommonJS', async () => {
  const result = await checkPackage(createPackageFromTarballData(tarball))
  assert.ok(result.types)
  assert.deepEqual(result.problems, [])
})

test('programs that install it from a marketplace compile in strict mode with import and require, and run', async () => {
  const market = await openMarket()
  await writeFile(join(folder, 'package.json'), '{}')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--noproxy=127.0.0.1']
  await run('npm', ['install', ...quiet, `${market.url}${clientPackagePath}`], { cwd: folder })
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']
  const options = [...strict, '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  await copyFile(join(root, 'examples/quickstart.mjs'), join(folder, 'quickstart.mts'))
  await writeFile(join(folder, 'program.cts'), commonProgram)
  const files = ['quickstart.mts', 'program.cts']
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files], { cwd: folder })
  const { stdout } = await run(process.execPath, ['--experimental-transform-types', '--no-warnings', 'program.cts'], {
    cwd: folder,
  })
  assert.equal(stdout.trim(), 'v1 3500n')
})

test(`its modules are at most ${gzipBytesMax} bytes, compressed`, async (t) => {
  const names = await readdir(join(root, 'sdk/dist'), { recursive: true })
  const modules = names.filter((name) => name.endsWith('.js') && !name.startsWith('cjs')).sort()
  const texts = await Promise.all(modules.map((name) => readFile(join(root, 'sdk/dist', name))))
  const size = gzipSync(Buffer.concat(texts)).length
  t.diagnostic(`${size} bytes`)
  assert.ok(size <= gzipBytesMax, `${size} bytes`)
})
