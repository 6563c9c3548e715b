import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { root } from '../contract/architecture/sources.ts'

/** In the project, so that packages are found, but without build output. */
mkdirSync(join(root, '.cache'), { recursive: true })
const copy = mkdtempSync(join(root, '.cache/texts-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const catalogsIn = (folder: string): Map<string, string> =>
  new Map(globSync('*/locales/*.po', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** Returns the messages of a catalog with their translations. */
const entriesOf = (catalog: string): [id: string, text: string, context: string][] =>
  [...catalog.matchAll(/^(?:msgctxt (".*"\n))?msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm)].map(
    ([, context = '', id = '', text = '']) => [joined(id), joined(text), context],
  )
const joined = (lines: string): string => lines.replace(/"\n"/g, '').trim().slice(1, -1)

describe('the texts of the console', () => {
  test('match the catalogs', () => {
    cpSync(join(root, 'console'), copy, { recursive: true, filter: (from) => !/\/console\/(?:dist|api)$/.test(from) })
    const program = join(root, 'node_modules/@lingui/cli/dist/lingui.js')
    const args = [program, 'extract', '--clean', '--config', join(copy, 'lingui.config.ts')]
    const ran = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
    assert.equal(ran.status, 0, ran.stderr + ran.stdout)
    const [kept, made] = [catalogsIn(join(root, 'console')), catalogsIn(copy)]
    for (const [name, text] of made) {
      assert.deepEqual(entriesOf(kept.get(name) ?? '').sort(), entriesOf(text).sort(), `${name}: npm run texts`)
    }
    assert.deepEqual([...kept.keys()].sort(), [...made.keys()].sort())
  })
  test('are in English as the source says', () => {
    const different = [...catalogsIn(join(root, 'console'))]
      .filter(([name]) => name.endsWith('en.po'))
      .flatMap(([, catalog]) => entriesOf(catalog))
      .filter(([id, text]) => id !== '' && id !== text)
    assert.deepEqual(different, [])
  })
  test('number records with # in English', () => {
    const catalogs = [...catalogsIn(join(root, 'console'))].filter(([name]) => name.endsWith('en.po'))
    const shown = catalogs.filter(([, catalog]) => catalog.includes('№')).map(([name]) => name)
    assert.deepEqual(shown, [])
  })
  test('are all translated into Russian', () => {
    const missing = [...catalogsIn(join(root, 'console'))]
      .filter(([name]) => name.endsWith('ru.po'))
      .flatMap(([name, catalog]) => entriesOf(catalog).map(([id, text]) => ({ name, id, text })))
      .filter(({ id, text }) => id !== '' && text === '')
    const shown = missing.map(({ name, id }) => `${name}: ${id}`)
    assert.deepEqual(shown, [])
  })
  test('have the same placeholders and tags in both languages', () => {
    const marks = (text: string) => [...text.matchAll(/<\/?\d+\/?>|\{(\w+)(?=[,}])/g)].map(([mark]) => mark).sort()
    const different = [...catalogsIn(join(root, 'console'))]
      .filter(([name]) => name.endsWith('ru.po'))
      .flatMap(([, catalog]) => entriesOf(catalog))
      .filter(([id, text]) => text !== '' && new Set(marks(id)).symmetricDifference(new Set(marks(text))).size > 0)
    assert.deepEqual(different, [])
  })
  test('have one translation in all folders, because loaded catalogs are merged', () => {
    const said = new Map<string, Set<string>>()
    for (const [name, catalog] of catalogsIn(join(root, 'console'))) {
      if (!name.endsWith('ru.po')) continue
      for (const [id, text, context] of entriesOf(catalog)) {
        const known = said.get(`${context}${id}`) ?? new Set()
        said.set(`${context}${id}`, known.add(text))
      }
    }
    const shown = [...said].filter(([id, texts]) => id !== '' && texts.size > 1)
    assert.deepEqual(shown, [])
  })
})

test('Russian texts of pages, mails and problems use one word for advertiser', () => {
  const files = globSync(['server/**/*.{ts,md}', 'console/*/**/*.{ts,tsx,po}'], { cwd: root })
  assert.ok(files.includes('server/notifications/words-ru.ts') && files.includes('console/offers/locales/ru.po'))
  const shown = files.filter((file) => /заказчик/i.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(shown, [])
})
