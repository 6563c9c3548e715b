import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { fillHtml, htmlFaults } from '../../server/values/placeholders/html.ts'
import { newContext, openBrowser } from '../support/browser.ts'

const token = 'TOKEN'
const nasty = [
  `"><script>alert(1)</script>`,
  `' onclick='alert(1)`,
  '</title></textarea></style></script>',
  '--><b>',
  'javascript:alert(1)',
  '&lt;b&gt;&amp;',
  ']]><svg>',
  'a b=c/d`',
]

// Not noscript: this way to parse a page has no scripts.
const names = ['p', 'b', 'a', 'title', 'textarea', 'script', 'style', 'svg', 'iframe', 'select', 'table']
const attributes = ['title', 'href', 'src', 'onclick', 'style', 'srcdoc', 'data-x', 'x=y', '"', '/']
const attribute = fc
  .tuple(
    fc.constantFrom(...attributes),
    fc.constantFrom('', '"', "'"),
    fc.constantFrom('{{a}}', 'x{{a}}y', 'https://x.example/{{a}}?b={{a}}', '#{{a}}', 'a > b', '<', 'x'),
    fc.constantFrom(' ', '/', '\n'),
  )
  .map(([name, quote, value, space]) => `${space}${name}=${quote}${value}${quote}`)
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '/>', ' >', ''))
    .map(([name, list, end]) => `<${name}${list.join('')}${end}`),
  fc.constantFrom(...names.map((name) => `</${name}>`)),
  fc.constantFrom('{{a}}', ' text ', '<!--', '-->', '--!>', '<!-->', '<!', '</ ', '<', '>', '"', "'", '<{{a}}', '<?x>'),
)

type Tree = { readonly shape: readonly string[]; readonly texts: readonly string[] }

/** What a browser makes of a page: its elements and the names of their attributes; and every text and value. */
const treeOf = `(html) => {
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(documentElement)
  const [shape, texts] = [[], []]
  for (let node = documentElement; node; node = walker.nextNode()) {
    shape.push(node.nodeName, ...(node.getAttributeNames?.() ?? []))
    texts.push(...[...(node.attributes ?? [])].map(({ value }) => value), node.nodeValue ?? '')
  }
  return { shape, texts }
}`

test('no value changes what a browser makes of a page, wherever its placeholder may stand', async () => {
  const browser = await openBrowser()
  const context = await newContext(browser, 'http://127.0.0.1')
  after(() => context.close())
  const page = await context.newPage()
  const pages = fc
    .sample(
      fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
      6_000,
    )
    .filter((html) => html.includes('{{a}}') && htmlFaults(html).length === 0)
  assert.ok(pages.length > 300, `${pages.length} pages have only placeholders that can be filled`)
  const trees = async (filled: readonly string[]): Promise<Tree[]> =>
    page.evaluate(`(${JSON.stringify(filled)}).map(${treeOf})`)
  const expected = await trees(pages.map((html) => fillHtml(html, { a: token })))
  for (const value of nasty) {
    const found = await trees(pages.map((html) => fillHtml(html, { a: value })))
    // On both sides, because a page can have the text of the value itself, such as <!--><b>.
    const plain = (texts: readonly string[] = []) =>
      texts.map((text) => text.replaceAll(encodeURIComponent(value), token).replaceAll(value, token))
    for (const [index, { shape, texts }] of found.entries()) {
      assert.deepEqual(shape, expected[index]?.shape, `${pages[index]} filled with ${value}`)
      assert.deepEqual(plain(texts), plain(expected[index]?.texts), `${pages[index]} filled with ${value}`)
    }
  }
})
