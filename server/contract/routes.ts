import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { languageOf } from '../platform/http/problem-texts.ts'
import { getOrInsert } from '../values/bounded-map.ts'
import { once } from '../values/once.ts'
import { NotFound, problemTypes } from '../values/problems/problem.ts'
import { clientPackageRoute } from './client-package.ts'
import type { Contract, PublicUrls } from './contract.ts'
import { pageHeaders } from './html.ts'
import { llmsText } from './llms.ts'
import { postmanCollection } from './postman.ts'
import { problemFacts, problemList, problemPage, problemsPage } from './problem-pages.ts'
import { referenceHeaders, referencePage, referenceStart } from './reference.ts'

const { constants } = zlib
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
/** Compresses a document of 2 MB to 60 kB in half a second, once. */
const brotliQuality = 9

const json = 'application/json; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** These routes describe the API and are not part of it. */
const options = { schema: { hide: true } }
const readable = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' }
const readableBoth = { ...readable, 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Language' }

/** Public routes without a credential: the OpenAPI documents, the reference page, the client, and a page for each problem. */
export const contractRoutes =
  (contract: Contract, urls: PublicUrls) =>
  async (api: Api): Promise<void> => {
    const [a, b] = [once(() => JSON.stringify(contract.a())), once(() => JSON.stringify(contract.b()))]
    api.get('/openapi.json', options, async (request, reply) => sendText(request, reply, json, a()))
    api.get('/v1/openapi.json', options, async (request, reply) => sendText(request, reply, json, b()))
    const collection = once(() => JSON.stringify(postmanCollection(contract.a(), contract.b(), urls)))
    api.get('/postman.json', options, async (request, reply) => sendText(request, reply, json, collection()))
    const forModels = once(() => llmsText(contract.a(), contract.b(), urls.publicUrl))
    api.get('/llms.txt', options, async (request, reply) => sendText(request, reply, plain, forModels()))
    clientPackageRoute(api)
    referenceRoutes(api)
    problemRoutes(api, urls.publicUrl)
  }

function referenceRoutes(api: Api): void {
  const script = 'text/javascript; charset=utf-8'
  api.get('/docs', options, async (_request, reply) => reply.headers(referenceHeaders).send(referencePage))
  api.get('/docs/start.js', options, async (request, reply) => sendText(request, reply, script, referenceStart))
}

function problemRoutes(api: Api, publicUrl: string): void {
  api.get('/problems', options, async (request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    if (!wantsJson(request)) return reply.headers(pageHeaders).send(problemsPage(language))
    return reply.headers(readableBoth).send({ items: problemList(language) })
  })
  api.get<{ Params: { code: string } }>('/problems/:code', options, async (request, reply) => {
    const type = problemTypes.get(request.params.code)
    if (!type) throw NotFound({})
    const language = languageOf(request.headers['accept-language'])
    if (!wantsJson(request)) return reply.headers(pageHeaders).send(problemPage(type, language, publicUrl))
    return reply.headers(readableBoth).send(problemFacts(type, language, publicUrl))
  })
}

/** Whether the client prefers JSON: browsers accept HTML, programs name JSON. */
const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept)

type ServedText = { readonly tag: string; readonly encoded: Map<Encoding, Promise<Buffer>> }
type Encoding = keyof typeof encoders

const encoders = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (text: string) => gzip(text),
}
const encodings = Object.keys(encoders)

/** The ETag and the compressed forms of each text; there are five texts, three of them of megabytes. */
const servedTexts = new Map<string, ServedText>()

const servedText = (text: string): ServedText =>
  getOrInsert(servedTexts, text, () => ({
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    encoded: new Map(),
  }))

/** Sends the text, compressed if the client accepts that, or 304 if the client has it already. */
async function sendText({ headers }: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  const { tag, encoded } = servedText(text)
  const encoding = negotiate(headers['accept-encoding'] ?? '', encodings) as Encoding | null
  const etag = encoding ? tag.replace(/"$/, `-${encoding}"`) : tag
  reply.headers({ ...readable, 'Content-Type': type, ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  if (!encoding) return reply.send(text)
  return reply
    .header('Content-Encoding', encoding)
    .send(await getOrInsert(encoded, encoding, () => encoders[encoding](text)))
}
