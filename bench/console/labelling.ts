import type { Browser } from 'playwright-core'
import { type Clients, openerFor } from '../../server/commands/demo/clients.ts'
import { shapePicture, shapes } from '../../server/commands/demo/shapes.ts'
import type { Options } from '../options.ts'
import { type InUse, inUseOf, onPage, type SignedIn, timed } from './in-use.ts'

const [itemCount, quickItemCount] = [41, 3]

/** Measures how long after an item is answered by its key and Enter the next one is there with its picture. */
export async function measureLabelling(
  browser: Browser,
  address: string,
  { cookies, clients }: { readonly cookies: SignedIn; readonly clients: Clients },
  { quick }: Pick<Options, 'quick'>,
): Promise<InUse> {
  const count = quick ? quickItemCount : itemCount
  const offer = await openTask(clients, count)
  const { id } = await clients.executor.offers.reserve(offer)
  const times: number[] = []
  await onPage(browser, cookies.executor, async (page) => {
    await page.goto(`${address}/executor/offers/${offer}/work/${id}`)
    await page.locator(picture).waitFor()
    for (let item = 1; item < count; item++) {
      const shown = await page.locator(picture).getAttribute('src')
      await page.keyboard.press('1')
      await page.locator('input:checked').waitFor()
      times.push(
        await timed(
          page,
          `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }))`,
          `(({ src, complete } = {}) => complete && src !== ${JSON.stringify(shown)})(document.querySelector('${picture}') ?? {})`,
        ),
      )
    }
  })
  return inUseOf('item answered to next item', times)
}

const picture = '.work-canvas > img'

/** Creates a task whose pictures one executor gets together. */
async function openTask(clients: Clients, count: number): Promise<number> {
  const open = await openerFor(clients)
  const items = Array.from({ length: count }, async (_, number) => ({
    data: { picture: await shapePicture(shapes[number % shapes.length] ?? 'circle', number) },
  }))
  return open('label.choose', {
    title: 'Which shape is in the picture?',
    description: 'Use the keys.',
    itemsPerSlot: count,
    page: {
      kind: 'form',
      show: [{ kind: 'image', value: '{{picture}}' }],
      answerSchema: { type: 'object', properties: { shape: { enum: [...shapes] } }, required: ['shape'] },
    },
    items: await Promise.all(items),
  })
}
