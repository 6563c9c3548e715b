import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import ts from 'typescript'
import { broken, emptyFiles, sound } from './broken-rules.ts'
import { consoleFeatures, consoleFolders, features, nouns } from './layers.ts'
import { filesIn, root, textOf } from './sources.ts'

type Violation = { readonly from: string; readonly to: string; readonly rule: { readonly name: string } }
type Cruise = {
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly module: string }[]
  }[]
  readonly summary: {
    readonly violations: readonly Violation[]
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] }
  }
}

const folders = ['server', 'console', 'bench', 'test']

/** Runs the checker as `npm run lint` does, in another folder. */
function cruise(folder: string): Cruise {
  const checker = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const present = folders.filter((name) => existsSync(join(folder, name)))
  const rules = join(root, '.dependency-cruiser.mjs')
  const args = [checker, '--config', rules, '--output-type', 'json', ...present]
  const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
  assert.ok(ran.stdout, ran.stderr)
  return JSON.parse(ran.stdout)
}

const lineOf = ({ rule, from, to }: Violation): string => `${rule.name}: ${from} -> ${to}`

const edge =
  (source: string) =>
  ({ module }: { readonly module: string }): string =>
    `${source} -> ${module.replace(/^node:/, '')}`

/** Returns the subfolders that contain source files. */
const foldersBelow = (parents: readonly string[]): string[] => [
  ...new Set(
    [...filesIn(parents, '.ts'), ...filesIn(parents, '.tsx')]
      .map((file) => dirname(file))
      .filter((folder) => !parents.includes(folder)),
  ),
]

const importedIn = (file: string): { module: string }[] =>
  ts.preProcessFile(textOf(file)).importedFiles.map(({ fileName }) => ({ module: fileName }))

describe('the imports of the code base', () => {
  let result: Cruise
  before(() => {
    result = cruise(root)
  })

  test('follow every rule', () => {
    assert.deepEqual(result.summary.violations.map(lineOf), [])
  })

  test('are read from every file', () => {
    const seen = new Set(result.modules.map(({ source }) => source))
    const files = filesIn(folders, '.ts')
    const shown = files.filter((file) => !seen.has(file))
    assert.deepEqual(shown, [])
    assert.ok(seen.size >= files.length, `${seen.size} modules seen, ${files.length} files on disk`)
  })

  test('are all resolved to files, packages or Node modules', () => {
    const followed = new Set(result.modules.flatMap(({ source, dependencies }) => dependencies.map(edge(source))))
    // The checker does not read the imports within `declare module`.
    const files = filesIn(folders, '.ts').filter((file) => !file.endsWith('.d.ts'))
    const written = files.flatMap((file) => importedIn(file).map(edge(file)))
    const shown = written.filter((each) => !followed.has(each))
    assert.deepEqual(shown, [])
  })

  test('are only in folders that the rules cover', () => {
    const known = new Set([...nouns, 'platform', 'values', 'contract', 'migrations', 'commands'])
    const entries = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const shown = entries.map(({ name }) => name).filter((name) => !known.has(name))
    assert.deepEqual(shown, [])
    const parts = [...nouns, 'platform', 'values']
    const named = new Set(parts.flatMap((part) => (features[part] ?? []).map((each) => `server/${part}/${each}`)))
    const unnamed = foldersBelow(parts.map((part) => `server/${part}`)).filter((folder) => !named.has(folder))
    assert.deepEqual(unnamed, [], 'name the feature in layers.ts')
    assert.deepEqual(
      [...named].filter((folder) => !existsSync(join(root, folder))),
      [],
      'layers.ts names folders that are gone',
    )
  })

  test('of the console are only in folders that the rules cover', () => {
    const entries = readdirSync(join(root, 'console'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const known = new Set([...consoleFolders, 'api', 'dist', 'public'])
    const shown = entries.map(({ name }) => name).filter((name) => !known.has(name))
    assert.deepEqual(shown, [])
    const named = new Set(
      Object.entries(consoleFeatures).flatMap(([part, folders]) => folders.map((each) => `console/${part}/${each}`)),
    )
    const below = foldersBelow(consoleFolders.map((folder) => `console/${folder}`))
    assert.deepEqual(below.toSorted(), [...named].sort(), 'name the feature in layers.ts')
  })
})

describe('the rules', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'imports-')))
  let result: Cruise
  before(() => {
    build(folder)
    result = cruise(folder)
  })
  after(() => rmSync(folder, { recursive: true }))

  test('find nothing in code that follows them', () => {
    const files = new Set([...Object.keys(sound), ...emptyFiles])
    const wrong = result.summary.violations.filter(({ from, rule }) => files.has(from) && rule.name !== 'no-circles')
    assert.deepEqual(wrong.map(lineOf), [])
  })

  for (const [rule, file, imported] of broken)
    test(`${rule} is broken by ${file} -> ${imported}`, () => {
      const names = result.summary.violations
        .filter(({ from }) => from === file)
        .map((violation) => violation.rule.name)
      assert.ok(names.includes(rule), `found in ${file}: ${names.join(', ') || 'nothing'}`)
    })

  test('are each broken once by an example', () => {
    const rules = result.summary.ruleSetUsed.forbidden.map(({ name }) => name)
    const shown = rules.filter((name) => !broken.some(([rule]) => rule === name))
    assert.deepEqual(shown, [])
  })
})

/** Writes the valid server and adds the files that break rules. */
function build(folder: string): void {
  const house = new Map<string, string[]>(emptyFiles.map((file) => [file, []]))
  for (const [file, imported] of Object.entries(sound)) house.set(file, [...imported])
  for (const [, file, imported] of broken) house.set(file, [...(house.get(file) ?? []), imported])
  for (const [file, imports] of house) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), imports.map((imported) => importLine(file, imported)).join('') || 'export {}\n')
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(join(folder, 'package.json'), textOf('package.json'))
}

function importLine(file: string, imported: string): string {
  const [target = '', type] = imported.split(' ').reverse()
  const path = target.endsWith('.ts') ? relative(dirname(file), target).replace(/^(?=\w)/, './') : target
  return type ? `import type { Some } from '${path}'\n` : `import '${path}'\n`
}
