import type { Page } from '../../offers/pages/page.ts'
import { escapeHtml } from '../../values/html.ts'
import { fillAddress, type ItemValues } from '../../values/placeholders/placeholders.ts'
import { capabilityOf, type WorkPlace } from './capability.ts'

/** What pages of advertisers may not use, whatever their frame allows. */
const closedFeatures = [
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
]

const loopback = ['127.0.0.1', 'localhost']

/** Returns the origins of the console. A local installation has two names. */
function consoleOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl)
  if (!loopback.includes(hostname)) return [origin]
  return loopback.map((name) => Object.assign(new URL(publicUrl), { hostname: name }).origin)
}

/**
 * Headers of each document of the second origin. The sandbox is in the response too, so a page that is opened outside of the console has
 * no origin, storage or cookies either. `Origin-Agent-Cluster` gives it a process of its own: an endless loop does not stop the console.
 */
export const frameHeaders = ({ publicUrl, tasksUrl }: { readonly publicUrl: string; readonly tasksUrl: string }) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    'sandbox allow-scripts allow-forms allow-popups',
    `frame-ancestors ${consoleOrigins(publicUrl).join(' ')}`,
    `default-src https: data: blob: 'unsafe-inline' 'unsafe-eval' ${tasksUrl}`,
    `form-action https: ${tasksUrl}`,
    `object-src 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'Permissions-Policy': closedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
  'Origin-Agent-Cluster': '?1',
  'Cache-Control': 'no-store',
})

/** Returns the address at which the page of an item is opened; null for a form, and for data that gives no https address. */
export function frameUrl(
  page: Pick<Page, 'kind' | 'url'>,
  data: ItemValues,
  place: WorkPlace,
  { tasksUrl, secretKey }: { readonly tasksUrl: string; readonly secretKey: string },
): string | null {
  const fragment = `task=${capabilityOf(secretKey, 'answer', place)}`
  if (page.kind === 'html') return `${tasksUrl}/pages/${capabilityOf(secretKey, 'read', place)}#${fragment}`
  const address = page.url === undefined ? undefined : fillAddress(page.url, data)
  return address === undefined ? null : `${address}${address.includes('#') ? '&' : '#'}${fragment}`
}

/** Returns what is shown after a form was sent. It tells the console around it, if there is one, to look for the answer. */
export function resultPage(language: string, title: string, lines: readonly string[], isSaved: boolean): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}`).join('\n')
  const tell = isSaved ? `<script>parent.postMessage('{"task":"saved"}', '*')</script>` : ''
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }</style>
<h1>${escapeHtml(title)}</h1>
<ul>
${items}
</ul>
${tell}
`
}
