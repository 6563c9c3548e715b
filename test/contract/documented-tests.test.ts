import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

/** Returns the test files named in a document: full paths, and names after one of them that may be in any folder. */
const named = (text: string): string[] => [...text.matchAll(/`([\w./{},*-]+\.test\.ts)`/g)].map(([, path = '']) => path)

const all = globSync('{server,test}/**/*.test.ts').map((path) => path.replaceAll('\\', '/'))

for (const document of ['docs/reliability.md', 'docs/threat-model.md'])
  test(`the tests that ${document} names are there`, () => {
    const paths = named(readFileSync(document, 'utf8'))
    assert.ok(paths.length > 15)
    const isThere = (path: string) =>
      path.includes('/') ? globSync(path).length > 0 : all.some((file) => basename(file) === path)
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      [],
    )
  })
