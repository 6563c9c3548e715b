import type { Page } from '../../offers/pages/page.ts'
import { type StudyVisit, studyAddress } from '../../offers/studies/study.ts'
import { escapeHtml } from '../../values/html.ts'
import { fillAddress, type ItemValues, isHttpsOrLocal } from '../../values/placeholders/placeholders.ts'
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

type Addressed = Pick<Page, 'kind' | 'url' | 'signed'>
/** Who opens a page that is on another site, with the secret of the study. */
type Visit = StudyVisit & { readonly secret: string }

/** Returns the address at which the page of an item is opened (data is null: there are no items); null for a form, and for data that gives no https address. */
export function frameUrl(
  page: Addressed,
  data: ItemValues | null,
  place: WorkPlace,
  { tasksUrl, secretKey, visit }: { readonly tasksUrl: string; readonly secretKey: string; readonly visit: Visit },
): string | null {
  const [read, answer] = (['read', 'answer'] as const).map((purpose) => capabilityOf(secretKey, purpose, place))
  if (page.kind === 'html') return `${tasksUrl}/pages/${read}#task=${answer}`
  return withTask(studyAddress(page, data, visit), String(answer))
}

/** Stands in place of a capability, and gives no right. */
export const previewMarker = 'preview'

/** Returns the same for a preview, in which nothing can be submitted. */
export const previewUrl = ({ kind, url }: Addressed, data: ItemValues, tasksUrl: string): string | null =>
  kind === 'html'
    ? `${tasksUrl}/preview#task=${previewMarker}`
    : withTask(url === undefined ? undefined : fillAddress(url, data, isHttpsOrLocal), previewMarker)

const withTask = (address: string | undefined, task: string): string | null =>
  address === undefined ? null : `${address}${address.includes('#') ? '&' : '#'}task=${task}`

/** What a result tells the console: to look for the answer, or the fields of a form in a preview, as a form encodes them. */
type Told = { readonly task: 'saved' } | { readonly task: 'form'; readonly form: string }

/** Returns the page that a browser shows after it has sent a form. In a frame of the console, it reports the result to the console. */
export function resultPage(language: string, title: string, lines: readonly string[], told?: Told): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}`).join('\n')
  const tell = told ? `<script>parent.postMessage('${JSON.stringify(told)}', '*')</script>` : ''
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
