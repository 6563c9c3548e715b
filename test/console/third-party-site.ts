import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import type { Page } from 'playwright-core'

/**
 * Serves a third-party site at two addresses of this machine: for a browser the first is same-site with 127.0.0.1, the other
 * cross-site.
 */
export async function openThirdPartySite(): Promise<readonly string[]> {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Third party</title><h1>You have won</h1>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]
}

/** Runs a script in the open page. The script is text because the page's globals are unknown to the type checker. */
const inPage = async (page: Page, script: string, given: unknown): Promise<string> =>
  String(await page.evaluate(`(${script})(${JSON.stringify(given)})`))

/** Returns the result of a fetch with the user's cookies: `refused`, the type of an opaque response, or the text. */
export const fetchIn = (page: Page, url: string, options: object): Promise<string> =>
  inPage(
    page,
    `({ url, options }) => fetch(url, { credentials: 'include', ...options })
      .then(async (answer) => (answer.type === 'opaque' ? 'opaque' : answer.text()))
      .catch(() => 'refused')`,
    { url, options },
  )

/** Returns the status of a form submitted into a frame; browsers send such forms without a preflight request. */
export async function postFormIn(page: Page, url: string, enctype: string, fields: object): Promise<number> {
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

/** Returns what the page can read of a resource that it embeds as a script, picture or frame; it must be nothing. */
export const readEmbedded = (page: Page, kind: 'script' | 'img' | 'iframe', url: string): Promise<string> =>
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
