import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesIn, root, textOf } from './sources.ts'

const recipes = filesIn(['docs/recipes'], '.md')
const documents = ['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'STYLE.md', ...recipes]
const everyFile = new Set(filesIn(['server', 'test', 'bench', 'docs'], '').map((file) => file.split('/').at(-1)))

/** What stands in backticks and looks like a file or folder of ours; `…`, `<noun>`, `*` and `0000` mark what is yet to be made. */
function filesNamed(document: string): string[] {
  const quoted = [...document.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '')
  return quoted.filter(
    (text) => /^[\w.][\w./-]*(?:\.(?:ts|mjs|sql|md|jsonc?|sh|ya?ml)|\/)$/.test(text) && !/0000|\.\./.test(text),
  )
}

/** From the root, or from server/; a bare name such as `sql.ts` is any file of that name. */
const isThere = (name: string): boolean =>
  ['', 'server'].some((folder) => existsSync(join(root, folder, name))) || everyFile.has(name)

for (const document of documents)
  test(`${document} names only files that exist`, () => {
    assert.ok(existsSync(join(root, document)), `${document} is missing`)
    const missing = filesNamed(textOf(document)).filter((name) => !isThere(name))
    assert.deepEqual(missing, [], `${document} sends the reader to files that are not there`)
  })

test('ARCHITECTURE.md walks through the house: it names at least ten files', () => {
  assert.ok(new Set(filesNamed(textOf('ARCHITECTURE.md'))).size >= 10)
})

test('a file is told from a word, a path of the API and a file yet to be made', () => {
  const text =
    'See `server/api.ts`, `offers/`, `sql.ts`, `npm test`, `/v1/tasks`, `application/json`, `0000_<noun>.sql`, `a/*.ts`'
  assert.deepEqual(filesNamed(text), ['server/api.ts', 'offers/', 'sql.ts'])
})
