import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillHtml, htmlFaults } from './html.ts'
import { fillMarkdown } from './markdown.ts'
import { addressFault, fillAddress, fillPicture, fillText, namesIn } from './placeholders.ts'

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('..', '.', '//evil.example', '@evil.example/', '\\evil', ':8080', '{{a}}', 'a b?c#d&e=%2f', '\ud800'),
)

test('a placeholder has a name of letters of any script, digits and underscores', () => {
  assert.deepEqual([...namesIn('{{a}} {{_b1}} {{{c}}} {{ d }} {{1e}} {{f.g}} {{a}}')], ['a', '_b1', 'c'])
  assert.deepEqual([...namesIn('{{фото}} {{हिन्दी_2}} {{two words}} {{२}}')], ['фото', 'हिन्दी_2'])
  assert.deepEqual([...namesIn(`{{${'x'.repeat(64)}}}`)].length, 1)
  assert.deepEqual([...namesIn(`{{${'x'.repeat(65)}}}`)], [])
})

test('a text shows texts, numbers and booleans, and never fills twice', () => {
  const data = { a: '{{b}}', b: 7, c: false, d: [1], toString: 'x' }
  assert.equal(fillText('{{a}} {{b}} {{c}}', data), '{{b}} 7 false')
  assert.equal(fillText('[{{d}}{{missing}}{{constructor}}]', data), '[]')
})

test('data never changes the scheme, host or depth of an address', () => {
  const address = 'https://cdn.example/pictures/{{a}}/{{b}}.jpg?q={{c}}#{{a}}'
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const filled = fillAddress(address, { a, b, c })
      if (filled === undefined) return
      const url = new URL(filled)
      const [, folder = '', inner = '', file = '', ...further] = url.pathname.split('/')
      assert.deepEqual([url.origin, folder, further], ['https://cdn.example', 'pictures', []])
      assert.deepEqual(
        [decodeURIComponent(inner), decodeURIComponent(file)],
        [a.toWellFormed(), `${b.toWellFormed()}.jpg`],
      )
      assert.equal(decodeURIComponent(url.search.slice(3)), c.toWellFormed())
    }),
  )
  assert.equal(fillAddress(address, { a: '..', b: 'x', c: '' }), undefined)
})

test('an address is https, and its host is fixed unless the value is the whole address', () => {
  for (const fine of ['https://a.example', 'https://a.example/{{x}}', 'https://a.example?{{x}}', '{{x}}'])
    assert.equal(addressFault(fine), undefined, fine)
  for (const wrong of [
    '',
    'nowhere',
    'http://a.example/',
    'javascript:alert(1)',
    'https://{{x}}/',
    'https://a.example{{x}}/',
    'https://{{x}}@a.example/',
    '{{x}}{{y}}',
    '{{x}}/a',
    'https://user:secret@a.example/',
  ])
    assert.ok(addressFault(wrong), wrong)
  assert.equal(fillAddress('{{x}}', { x: 'https://b.example/y' }), 'https://b.example/y')
  for (const x of ['javascript:alert(1)', 'http://b.example/', 'data:,', '//b.example', 'https://', 5])
    assert.equal(fillAddress('{{x}}', { x }), undefined, String(x))
})

const places: readonly [string, string | undefined][] = [
  ['<p>{{a}}</p>', '<p>&lt;&quot;&#39;&amp;</p>'],
  ['<img alt="{{a}}">', '<img alt="&lt;&quot;&#39;&amp;">'],
  ["<img alt='{{a}}' src=x>", "<img alt='&lt;&quot;&#39;&amp;' src=x>"],
  ['<title>{{a}}</title>', '<title>&lt;&quot;&#39;&amp;</title>'],
  ['a < b {{a}}', 'a < b &lt;&quot;&#39;&amp;'],
  ['<a href="https://x.example/?q={{a}}&amp;b=1">', '<a href="https://x.example/?q=%3C%22&#39;%26&amp;b=1">'],
  ['<a href="#{{a}}">', '<a href="#%3C%22&#39;%26">'],
  ['<a href="{{a}}">', '<a href="">'],
  ['<a href="https://x.example&#46;{{a}}">', undefined],
  ['<meta http-equiv=refresh content="0;url={{a}}">', undefined],
  ['<svg><a><set attributeName="href" to="{{a}}"/></a></svg>', undefined],
  ['<script>let a = 1</script>{{a}}', '<script>let a = 1</script>&lt;&quot;&#39;&amp;'],
  ['<!-- a --->{{a}}', '<!-- a --->&lt;&quot;&#39;&amp;'],
  ['<script>f({{a}})</script>', undefined],
  ['<script><!-- <script> </script> {{a}} </script>', undefined],
  ['<SCRIPT >{{a}}</scripty></script>', undefined],
  ['<style>{{a}}</style>', undefined],
  ['<p onclick="f({{a}})">', undefined],
  ['<p style="color:{{a}}">', undefined],
  ['<img srcset="{{a}}">', undefined],
  ['<iframe srcdoc="{{a}}">', undefined],
  ['<a href="java{{a}}">', undefined],
  ['<a href="https://{{a}}/">', undefined],
  ['<p title={{a}}>', undefined],
  ['<p {{a}}>', undefined],
  ['<{{a}}>', undefined],
  ['<p{{a}}>', undefined],
  ['<!-- {{a}} -->', undefined],
  ['<!doctype {{a}}>', undefined],
  ['<p title="{{a}}', undefined],
  ['<textarea><script>{{a}}</textarea>', undefined],
  ['<svg><![CDATA[ > <a title=" ]]> {{a}}', undefined],
]
for (const [html, filled] of places)
  test(`${html} is ${filled === undefined ? 'refused' : 'filled'}`, () => {
    assert.equal(htmlFaults(html).length === 0, filled !== undefined)
    if (filled !== undefined) assert.equal(fillHtml(html, { a: `<"'&` }), filled)
  })

test('a fault names the placeholder and its line', () => {
  assert.deepEqual(htmlFaults('<p>\n{{a}}\n<script>\n\nf({{b}})</script>'), [{ name: 'b', line: 3 }])
})

test('a picture may be the data of an item, as a whole and as a kind that runs no script', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='
  assert.equal(fillPicture('{{x}}', { x: png }), png)
  assert.equal(fillPicture('{{x}}', { x: 'https://b.example/y' }), 'https://b.example/y')
  for (const x of [
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    `${png}" onerror="x`,
    'http://b.example/y',
  ])
    assert.equal(fillPicture('{{x}}', { x }), undefined, x)
  assert.equal(fillPicture('https://b.example/{{x}}', { x: png }), `https://b.example/${encodeURIComponent(png)}`)
})

test('a value in Markdown is its text, in one line; an address stays one', () => {
  const data = { a: '# *b*\n<i> [c](d) 1.', url: 'https://a.example/x_y?z=(1)', name: 'ä/../b)*' }
  const filled = (text: string) => fillMarkdown(text, data)
  assert.equal(filled('{{a}}!'), '\\# \\*b\\* \\<i\\> \\[c\\]\\(d\\) 1\\.!')
  assert.equal(filled('[Open]({{url}}), {{url}}'), `[Open](<${data.url}>), <${data.url}>`)
  assert.equal(filled('<{{url}}>'), `<${data.url}>`)
  assert.equal(filled('[Open](https://b.example/{{name}})'), '[Open](https://b.example/%C3%A4%2F..%2Fb%29%2A)')
  assert.equal(filled('https://b.example/ {{missing}}'), 'https://b.example/ ')
})
