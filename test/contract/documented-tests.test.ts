import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

/** Returns each alternative of a path such as `a/{b,c}.test.ts`. */
function alternatives(path: string): string[] {
  const [, before = '', list = '', after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(path) ?? []
  return list === '' ? [path] : list.split(',').flatMap((each) => alternatives(before + each + after))
}

/** Returns the test files named in a document: full paths, and names after one of them that may be in any folder. */
const named = (text: string): string[] =>
  [...text.matchAll(/`([\w./{},*-]+\.test\.ts)`/g)].flatMap(([, path = '']) => alternatives(path))

const all = globSync('{server,test}/**/*.test.ts').map((path) => path.replaceAll('\\', '/'))
const reliability = readFileSync('docs/reliability.md', 'utf8')
const threats = readFileSync('docs/threat-model.md', 'utf8')

for (const [document, text, atLeast] of [
  ['docs/reliability.md', reliability, 80],
  ['docs/threat-model.md', threats, 8],
] as const)
  test(`the tests that ${document} names are there`, () => {
    const paths = named(text)
    assert.ok(paths.length > atLeast, `${paths.length}`)
    const isThere = (path: string) =>
      path.includes('/') ? globSync(path).length > 0 : all.some((file) => basename(file) === path)
    const shown = paths.filter((path) => !isThere(path))
    assert.deepEqual(shown, [])
  })

test('the promises that docs/threat-model.md names are in docs/reliability.md', () => {
  const promises = new Set([...reliability.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id))
  const references = [...threats.matchAll(/\b([MSIARFWO]\d+)\b/g)].map(([, id]) => id)
  assert.ok(references.length > 40)
  const shown = references.filter((id) => !promises.has(id))
  assert.deepEqual(shown, [])
})
