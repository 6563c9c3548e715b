import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { once } from '../values/once.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { NotFound, problemTypes } from '../values/problems/problem.ts'
import type { Contract } from './contract.ts'
import { pageHeaders } from './html.ts'
import { problemFacts, problemList, problemPage, problemsPage } from './problem-pages.ts'
import type { Language } from './problem-texts.ts'
import { referenceHeaders, referencePage, referenceStart } from './reference.ts'

/** These routes describe the API and are not part of it. */
const options = { schema: { hide: true } }
const readable = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' }
const readableBoth = { ...readable, 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Language' }

/** Public routes without a credential: the OpenAPI documents, the reference page, and a page for each problem. */
export const contractRoutes =
  (contract: Contract, publicUrl: string) =>
  async (api: Api): Promise<void> => {
    const [a, b] = [once(() => JSON.stringify(contract.a())), once(() => JSON.stringify(contract.b()))]
    api.get('/openapi.json', options, async (request, reply) => sendText(request, reply, 'application/json', a()))
    api.get('/v1/openapi.json', options, async (request, reply) => sendText(request, reply, 'application/json', b()))
    referenceRoutes(api)
    problemRoutes(api, publicUrl)
  }

function referenceRoutes(api: Api): void {
  const script = 'text/javascript; charset=utf-8'
  api.get('/docs', options, async (_request, reply) => reply.headers(referenceHeaders).send(referencePage))
  api.get('/docs/start.js', options, async (request, reply) => sendText(request, reply, script, referenceStart))
}

function problemRoutes(api: Api, publicUrl: string): void {
  api.get('/problems', options, async (request, reply) => {
    const language = languageOf(request)
    if (!wantsJson(request)) return reply.headers(pageHeaders).send(problemsPage(language))
    return reply.headers(readableBoth).send({ items: problemList(language) })
  })
  api.get<{ Params: { code: string } }>('/problems/:code', options, async (request, reply) => {
    const type = problemTypes.get(request.params.code)
    if (!type) throw NotFound({})
    const language = languageOf(request)
    if (!wantsJson(request)) return reply.headers(pageHeaders).send(problemPage(type, language, publicUrl))
    return reply.headers(readableBoth).send(problemFacts(type, language, publicUrl))
  })
}

const languageOf = ({ headers }: FastifyRequest): Language =>
  requestedLanguage(undefined, headers['accept-language']).startsWith('ru') ? 'ru' : 'en'

/** Whether the client prefers JSON: browsers accept HTML, programs name JSON. */
const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept)

/** ETags by text: there are four texts, one of them of 4 MB. */
const tags = new Map<string, string>()

function tagOf(text: string): string {
  const tag = tags.get(text) ?? `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  tags.set(text, tag)
  return tag
}

/** Sends the text, or 304 if the client has it already. */
function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  const tag = tagOf(text)
  reply.headers({ ...readable, 'Content-Type': type, ETag: tag, 'Cache-Control': 'no-cache' })
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text)
}
