import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hiddenTarget, readBlocks, readInline, safeHref } from '../../console/ui/markdown/reader.ts'
import { activeOffer, executor } from '../support/fixtures.ts'
import { processorMsOf } from '../support/processor-time.ts'

import { openConsole, settled } from './console.ts'

/** The maximum length of a description. */
const lengthMax = 10_000
const filled = (unit: string) => unit.repeat(Math.ceil(lengthMax / unit.length)).slice(0, lengthMax)
/** Of processor time. Without the bounds of the reader the worst of these take minutes or exhaust the stack. */
const readMsMax = 2_000

const exhausting: Readonly<Record<string, string>> = {
  quotes: filled('>'),
  'quotes in lists': filled('> - '),
  'numbered lists': filled('1. '),
  'indented lists': Array.from({ length: 99 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  brackets: filled('['),
  'nested links': filled('[').slice(0, lengthMax / 2) + filled('](x)').slice(0, lengthMax / 2),
  'nested images': filled('![['),
  'mixed emphasis': filled('_*a'),
  'open emphasis': filled('**a *b '),
  'struck emphasis': filled('~~a'),
  backticks: filled('`a'),
  'a tall table': `|a|b|\n|-|-|\n${filled('|c|d|\n')}`.slice(0, lengthMax),
  'a wide table': `${'|a'.repeat(1_500)}\n${'|-'.repeat(1_500)}\n${'|\n'.repeat(1_500)}`.slice(0, lengthMax),
  tags: filled('<a '),
  comments: filled('<!--'),
  addresses: filled('http://a.b/('),
  'mail addresses': `${filled('a_').slice(0, -2)}@b`,
}

describe('reading Markdown', () => {
  for (const [name, text] of Object.entries(exhausting))
    test(`stays fast with ${name}`, () => {
      for (const read of [readBlocks, readInline]) {
        const took = processorMsOf(() => assert.ok(JSON.stringify(read(text)).length < 100 * lengthMax))
        assert.ok(took < readMsMax, `${Math.round(took)} ms`)
      }
    })

  test('follows only absolute web and mail addresses', () => {
    for (const href of ['https://shop.example/a?b=1', 'http://shop.example', 'mailto:help@shop.example'])
      assert.ok(safeHref(href), href)
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'vbscript:x',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'blob:https://shop.example/1',
      '//shop.example',
      '/settings/account',
      '#top',
      'https://bank.example@shop.example',
      'https://',
    ])
      assert.equal(safeHref(href), undefined, href)
  })

  test('marks a link whose text is not its own address', () => {
    const targetOf = (text: string, href: string) => hiddenTarget(text, new URL(href))
    for (const [text, href] of [
      ['shop.example', 'https://shop.example/'],
      ['https://shop.example/a', 'https://SHOP.example/b'],
      ['www.shop.example/a?b', 'http://www.shop.example'],
      ['почта.рф', 'https://почта.рф'],
      ['help@shop.example', 'mailto:help@shop.example?subject=a'],
    ] as const)
      assert.equal(targetOf(text, href), undefined, text)
    for (const [text, href, target] of [
      ['paypal.com', 'https://paypal.co', 'paypal.co'],
      ['https://bank.example/?evil.ru', 'https://evil.ru', 'evil.ru'],
      ['https://evil.ru@bank.example', 'https://evil.ru', 'evil.ru'],
      ['bank.example evil.ru', 'https://evil.ru', 'evil.ru'],
      ['shop.example', 'https://shop.example:8443', 'shop.example:8443'],
      ['bank@shop.example', 'mailto:k@shop.example', 'k@shop.example'],
      ['Bank', 'https://evil.ru', 'evil.ru'],
    ] as const)
      assert.equal(targetOf(text, href), target, text)
  })
})

const { market, sit } = await openConsole()

const instructions = `# Before you start
Open https://shop.example/start and **add** one item.

1. Take *one* screenshot
2. Read [the rules](https://rules.example/long)

| Field | Value |
|---|---|
| Colour | red |

> Ask help@shop.example`

const hostile = `<script>document.title = 'robbed'</script><img src=x onerror="document.title = 'robbed'">
[press](javascript:document.title='robbed') ![beacon](https://tracker.example/a.png)
[![Bank](https://tracker.example/b.png)](https://evil.example)
[Bank](https://evil.example "bank.example") <javascript:alert(1)> [x]: javascript:alert(1)
safe&#x202E;gpj.exe AT&amp;T &lt;b&gt; \`&amp;\` [turned](https://evil.example/?x=1&amp;y=&#x202E;gpj.exe)`

/** The instructions of the opened task. */
async function openInstructions(description: string, criterion = 'Named in full') {
  const acceptanceCriteria = [{ id: 'a', text: criterion, required: true }]
  const [worker, { id }] = await Promise.all([
    executor(market),
    activeOffer(market, { members: { description, acceptanceCriteria } }),
  ])
  const watched = await sit(worker)
  await watched.page.setViewportSize({ width: 390, height: 800 })
  await watched.page.goto(`/executor/offers/${id}`)
  return { ...watched, main: watched.page.getByRole('main') }
}

describe('the instructions of a task', () => {
  test('are shown as Markdown with links in a new tab', async () => {
    const { page, main } = await openInstructions(instructions, 'See https://shop.example/look')
    await main.getByRole('heading', { name: 'Before you start', level: 3 }).waitFor()
    await settled(page)
    assert.equal(await main.locator('.markdown ol > li').count(), 2)
    assert.equal(await main.getByRole('cell', { name: 'red' }).count(), 1)
    const links = main.locator('a[target=_blank]')
    const attributes = await links.evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href))
    assert.deepEqual(attributes, [
      'https://shop.example/start',
      'https://rules.example/long',
      'mailto:help@shop.example',
      'https://shop.example/look',
    ])
    for (const link of await links.all())
      assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow ugc')
    assert.match((await main.locator('.markdown').first().textContent()) ?? '', /the rules \(rules\.example\)/)
  })

  test('cannot run scripts, load images or hide where a link leads', async () => {
    const { page, main } = await openInstructions(hostile)
    await main.locator('.markdown').first().waitFor()
    await settled(page)
    const text = (await main.locator('.markdown').first().textContent()) ?? ''
    assert.match(text, /<script>document\.title/)
    assert.match(text, /beacon \(tracker\.example\)/)
    assert.equal(text.match(/Bank \(evil\.example\)/g)?.length, 2)
    assert.match(text, /safe⟨202E⟩gpj\.exe AT&T <b> &amp; turned/)
    const turned = await main.getByRole('link', { name: 'turned' }).getAttribute('href')
    assert.equal(turned, 'https://evil.example/?x=1&y=%E2%9F%A8202E%E2%9F%A9gpj.exe')
    assert.equal(
      await main.locator('.markdown').locator('script, img, iframe, style, a:not([href^="http"])').count(),
      0,
    )
    assert.notEqual(await page.title(), 'robbed')
  })
})
