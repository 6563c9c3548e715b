import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import type { Page } from 'playwright-core'

/** A site of somebody else's on this machine, at two addresses: for a browser the first is the same site as 127.0.0.1, the other is not. */
export async function openElsewhere(): Promise<readonly string[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title><h1>You have won</h1>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]
}

/** Runs in the page that is open: a text, because what a page has is not known here. */
const inPage = async (page: Page, script: string, given: unknown): Promise<string> =>
  String(await page.evaluate(`(${script})(${JSON.stringify(given)})`))

/** What a page gets from asking with the cookies of whoever has it open: `refused`, a kind of answer that says nothing, or the text. */
export const asked = (page: Page, url: string, options: object): Promise<string> =>
  inPage(
    page,
    `({ url, options }) => fetch(url, { credentials: 'include', ...options })
      .then(async (answer) => (answer.type === 'opaque' ? 'opaque' : answer.text()))
      .catch(() => 'refused')`,
    { url, options },
  )

/** The status with which a form is answered that the page sends into a frame of its own: such a form asks nobody before. */
export async function posted(page: Page, url: string, enctype: string, fields: object): Promise<number> {
  const answer = page.waitForResponse((response) => response.url() === url && response.request().method() === 'POST')
  await inPage(
    page,
    `({ url, enctype, fields }) => {
      const frame = document.createElement('iframe')
      frame.name = 'frame' + frames.length
      const form = Object.assign(document.createElement('form'), { method: 'post', action: url, enctype, target: frame.name })
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(frame, form)
      form.submit()
    }`,
    { url, enctype, fields },
  )
  return (await answer).status()
}

/** What the page reads of another that it takes into itself, as a script, a picture or a frame: nothing of it, where all is well. */
export const taken = (page: Page, kind: 'script' | 'img' | 'iframe', url: string): Promise<string> =>
  inPage(
    page,
    `({ kind, url }) => new Promise((resolve) => {
      const known = Object.keys(window).length
      const element = document.createElement(kind)
      const read = () => {
        try {
          if (kind === 'iframe') return resolve('frame: ' + element.contentWindow.document.body.textContent)
          resolve(kind === 'img' ? element.naturalWidth + ' wide' : Object.keys(window).length - known + ' names')
        } catch { resolve('refused') }
      }
      element.onload = read
      element.onerror = () => resolve('refused')
      element.src = url
      document.body.append(element)
    })`,
    { kind, url },
  )
