import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../values/html.ts'
import { once } from '../../values/once.ts'
import { NotFound } from '../../values/problems/problem.ts'
import type { Api } from '../http/api.ts'

const nonceBytes = 16
const noncePlace = '%STYLE_NONCE%'
const brandPlace = '%BRAND_NAME%'
const pagesPlace = '%PUBLIC_PAGES%'
const accentPlace = '%BRAND_ACCENT%'
const mailPlace = '%MAIL%'
const logoPlace = '/assets/icon.svg'

/**
 * Content Security Policy: no inline scripts, no framing, and nothing from other hosts but pictures, sounds, videos and pages of the work:
 * those of the second origin, and the external ones of advertisers. Images may be created in the page (upload previews). Styles that
 * libraries add carry the page's nonce.
 */
const policy = (nonce: string, tasksUrl: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: https:`,
    `media-src https:`,
    `frame-src ${tasksUrl} https:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
}

const notFoundStatus = 404
/** Paths of programs: an unknown one is refused with a problem, whatever the client accepts. */
const programPaths = /^\/(?:api|v1|console\/api|uploads|assets|openapi\.json|problems|docs|sdk|metrics)(?:[/?]|$)/

/** Sends the page, which decides itself what it shows. Throws NotFound if it is not built: `npm start` builds it. */
export type SendPage = (reply: FastifyReply, status?: number) => Promise<FastifyReply>

/** What operators decide about every page: its brand, which public pages there are, and whether mails are sent. */
type PageHead = {
  readonly brandName: string
  readonly accentColor: string
  readonly logoUrl: string
  readonly pages: readonly string[]
  readonly isMailSent: boolean
}

/** Reads the page of a folder on first use. */
export function pageIn(folder: string, headNow: () => PageHead, tasksUrl: string): SendPage {
  const page = once(() => readFile(join(folder, 'index.html'), 'utf8'))
  return async (reply, status = 200) => {
    if (!existsSync(join(folder, 'index.html'))) throw NotFound({})
    const nonce = randomBytes(nonceBytes).toString('base64url')
    const headers = { ...pageHeaders, 'Content-Security-Policy': policy(nonce, tasksUrl) }
    return reply
      .status(status)
      .headers(headers)
      .send(withHead((await page()).replace(noncePlace, nonce), headNow()))
  }
}

/** The name comes last, so that one that looks like a placeholder stays as it is. */
const withHead = (page: string, { brandName, accentColor, logoUrl, pages, isMailSent }: PageHead): string =>
  page
    .replace(pagesPlace, pages.join(' '))
    .replace(accentPlace, accentColor)
    .replace(mailPlace, isMailSent ? 'on' : 'off')
    .replaceAll(logoPlace, logoUrl)
    .replaceAll(brandPlace, () => escapeHtml(brandName))

/** Whether a person opened this address in a browser, so that an unknown one shows a page. */
const isOfPerson = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !programPaths.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')

/** Answers an unknown address: to a person with the page, which says so, to a program with a problem. */
export const sendNotFound = (sendPage: SendPage) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!isOfPerson(request)) throw NotFound({})
  return sendPage(reply.header('Vary', 'Accept'), notFoundStatus)
}

/** Serves the page at these addresses, and its assets. */
export const pageRoutes =
  (folder: string, sendPage: SendPage, addresses: readonly string[]) =>
  async (api: Api): Promise<void> => {
    api.addHook('onRoute', (route) => {
      route.config = { ...route.config, isFree: true }
    })
    const options = { schema: { hide: true } }
    for (const address of addresses) api.get(address, options, async (_request, reply) => sendPage(reply))
    if (!existsSync(join(folder, 'assets'))) return
    await api.register(files, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      schemaHide: true,
      index: false,
      decorateReply: false,
      preCompressed: true,
      // Built files have a content hash in their names and never change; the few others may.
      setHeaders: (reply, path) => {
        const isNamedByContent = /-[\w-]{8}\.(?:js|css)(?:\.br|\.gz)?$/.test(path)
        reply.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('X-Content-Type-Options', 'nosniff')
      },
    })
  }
