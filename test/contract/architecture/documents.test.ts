import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { filesIn, root, textOf } from './sources.ts'

const checkedPages = filesIn(['docs/recipes', 'docs/decisions', 'docs/api'], '.md')
const guides = ['docs/README.md', 'docs/quickstart.md', 'docs/commands.md']
const documents = [
  'ARCHITECTURE.md',
  'README.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  'STYLE.md',
  ...guides,
  ...checkedPages,
]
const paths = filesIn(['server', 'test', 'bench', 'docs'], '')
const filesByName = Map.groupBy(paths, (path) => path.split('/').at(-1) ?? '')
/** Kinds of files that most nouns have. */
const kinds = [
  'sql',
  'sql-fragments',
  'sql-batched',
  'actions',
  'serialize',
  'routes',
  'routes-v1',
  'openapi',
  'openapi-v1',
].map((kind) => `${kind}.ts`)

/** Returns backticked names that look like our files or folders; `…`, `<noun>`, `*` and `0000` mark placeholders. */
function filesNamed(document: string): string[] {
  const quoted = [...document.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '')
  return quoted.filter(
    (text) => /^[\w.][\w./-]*(?:\.(?:ts|mjs|sql|md|jsonc?|sh|ya?ml)|\/)$/.test(text) && !/0000|\.\./.test(text),
  )
}

/** Resolves from the root, server/ or the document. A bare name must be a kind of file, such as `sql.ts`, or have one meaning. */
const isThere = (name: string, document: string): boolean =>
  ['', 'server', dirname(document)].some((folder) => existsSync(join(root, folder, name))) ||
  kinds.includes(name) ||
  filesByName.get(name)?.length === 1

for (const document of documents)
  test(`${document} names only files that exist`, () => {
    assert.ok(existsSync(join(root, document)), `${document} is missing`)
    const missing = filesNamed(textOf(document)).filter((name) => !isThere(name, document))
    assert.deepEqual(missing, [], `${document} sends the reader to files that are not there`)
  })

test('links between documents lead to files and headings that exist', () => {
  const pages = [...filesIn(['docs', 'bench', 'console', 'deploy', 'examples', 'sdk', 'cli'], '.md'), ...documents]
  const broken = [...new Set(pages)].flatMap((page) =>
    [
      ...textOf(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/\]\((?!\w+:|\/)([^)\s#]*)#?([^)\s]*)\)/g),
    ]
      .filter(([, path = '', heading = '']) => {
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(root, target))) return true
        return heading !== '' && target.endsWith('.md') && !anchorsOf(textOf(target)).includes(heading)
      })
      .map(([link]) => `${page} ${link}`),
  )
  assert.deepEqual(broken, [])
})

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

test('ARCHITECTURE.md names at least ten files', () => {
  assert.ok(new Set(filesNamed(textOf('ARCHITECTURE.md'))).size >= 10)
})

/** Returns the names of `text` with the file that each row of a table sends the reader to, relative to server/. */
function symbolsNamed(text: string): { readonly file: string; readonly symbol: string }[] {
  const places = [...text.matchAll(/`([\w./-]+)` \(([^)]*`[^)]*)\)/g)]
  return places.flatMap(([, place = '', inside = '']) =>
    inside.split(/(?<=\.ts`)/).flatMap((part) => {
      const names = [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
      const last = names.at(-1) ?? ''
      const file = last.endsWith('.ts') ? join(dirname(`${place}x`), last) : place
      return names.filter((name) => /^[a-zA-Z]\w+$/.test(name)).map((symbol) => ({ file, symbol }))
    }),
  )
}

test('ARCHITECTURE.md names functions of the files that it names with them', () => {
  const [, table = ''] = textOf('ARCHITECTURE.md').split('## Where is …?')
  const named = symbolsNamed(table).filter(({ file }) => file.endsWith('.ts'))
  assert.ok(named.length > 40, `${named.length} names`)
  const isDefined = ({ file, symbol }: { readonly file: string; readonly symbol: string }) =>
    existsSync(join(root, 'server', file)) &&
    new RegExp(`(?:const|function\\*?|type|class) ${symbol}\\b`).test(textOf(`server/${file}`))
  assert.deepEqual(
    named.filter((each) => !isDefined(each)).map(({ file, symbol }) => `${symbol} in ${file}`),
    [],
  )
})

test('README.md starts the demo and runs the tests with npm scripts, and CI runs them and the system tests', () => {
  const [, commands = ''] = /## Run it[\s\S]*?```\n([\s\S]*?)```/.exec(textOf('README.md')) ?? []
  const scripts = [...commands.matchAll(/^npm (\w+)/gm)].map(([, script]) => script)
  assert.deepEqual(scripts, ['start', 'test'])
  const { scripts: known } = JSON.parse(textOf('package.json'))
  for (const script of scripts) assert.ok(known[script ?? ''], script)
  assert.match(textOf('.ci/run'), /^for suite in test test:system; do\n {2}npm run --silent "\$suite"/m)
})

test('there are at most ten npm scripts, and documents name no others', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  assert.ok(Object.keys(scripts).length <= 10)
  const pages = [...filesIn(['docs', 'bench', 'console'], '.md'), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  const named = pages
    .filter((page) => page !== 'bench/compare/README.md') // of a package of its own
    .flatMap((page) => [...textOf(page).matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => `${page} ${script}`))
  assert.ok(named.length > 10)
  const shown = named.filter((each) => !((each.split(' ')[1] as string) in scripts))
  assert.deepEqual(shown, [])
})

test('docs/README.md lists every document once, except decisions and runbooks', () => {
  const index = textOf('docs/README.md')
  const listed = [...index.matchAll(/^- \[[^\]]+\]\(([^)]+\.md)\)/gm)].map(([, path]) => `docs/${path}`)
  const pages = filesIn(['docs'], '.md').filter((file) => !/^docs\/(?:README|decisions|operate\/runbooks)\b/.test(file))
  assert.deepEqual(listed.sort(), pages)
})

describe('GLOSSARY.md', () => {
  const terms = [...textOf('GLOSSARY.md').matchAll(/^\| \*\*(.+?)\*\* \| (.+?) \|$/gm)]

  test('has at most 60 terms, without duplicates', () => {
    assert.ok(terms.length >= 30 && terms.length <= 60, `${terms.length} terms`)
    assert.equal(new Set(terms.map(([, term]) => term)).size, terms.length)
  })

  test('explains each term in sentences of at most 25 words', () => {
    const sentences = terms.flatMap(([, , meaning = '']) => meaning.split(/(?<=[.;:]) /))
    const shown = sentences.filter((sentence) => sentence.split(' ').length > 25)
    assert.deepEqual(shown, [])
  })
})

test('file names are distinguished from words, API paths and placeholders', () => {
  const text =
    'See `server/api.ts`, `offers/`, `sql.ts`, `npm test`, `/v1/tasks`, `application/json`, `0000_<noun>.sql`, `a/*.ts`'
  assert.deepEqual(filesNamed(text), ['server/api.ts', 'offers/', 'sql.ts'])
})
