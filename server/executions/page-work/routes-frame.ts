import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import { problemOf, statusOfType } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { bodyTypesOf, formType, wrongBodyType } from '../../platform/http/bodies.ts'
import { detailIn, languageOf, titleIn } from '../../platform/http/problem-texts.ts'
import { errorsIn } from '../../values/problems/problem.ts'
import { draftOfForm } from './actions-form.ts'
import { answerFrame, itemOfFrame, openFrame } from './actions-frame.ts'
import { placeOf } from './capability.ts'
import { frameHeaders, previewMarker, resultPage } from './frame.ts'

const formBytesMax = 128 * 1024
const textsOfResult = {
  en: {
    saved: 'The answer is saved',
    next: 'Continue in the tab of the task.',
    inside: 'Open this page from its task',
    tried: 'This is a preview',
    unsaved: 'Nothing is saved.',
  },
  ru: {
    saved: 'Ответ сохранён',
    next: 'Продолжайте во вкладке задания.',
    inside: 'Откройте эту страницу из задания',
    tried: 'Это предпросмотр',
    unsaved: 'Ничего не сохраняется.',
  },
}

const helper = readFileSync(join(import.meta.dirname, 'task-helper.js'), 'utf8')
const preview = readFileSync(join(import.meta.dirname, 'preview.html'), 'utf8')

/** The second origin: the pages of advertisers, and what they need. It knows no cookies and no credentials. */
export const frameRoutes = (context: Omit<Ctx, 'by'>) => async (api: Api) => {
  const headers = frameHeaders(context.config)
  readForms(api)
  showProblems(api, headers)
  const isFree = { config: { isFree: true } }
  api.get('/task-helper.js', isFree, async (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .send(helper),
  )
  api.get('/preview', isFree, async (_request, reply) => reply.headers(headers).send(preview))
  const isSigned = ({ params }: FastifyRequest) =>
    placeOf(context.secretKey, 'read', (params as { capability: string }).capability) !== undefined
  api.get<{ Params: { capability: string } }>(
    '/pages/:capability',
    { config: { isSigned } },
    async (request, reply) => {
      // Only frames show pages: a tab has an address bar, in which visitors would see the name of the marketplace.
      if (request.headers['sec-fetch-dest'] === 'document') {
        const language = languageOf(request.headers['accept-language'])
        return reply
          .code(403)
          .headers(headers)
          .send(resultPage(language, textsOfResult[language].inside, []))
      }
      return reply.headers(headers).send(await openFrame(context, request.params.capability))
    },
  )
  answerRoutes(api, context, headers)
}

function answerRoutes(api: Api, context: Omit<Ctx, 'by'>, headers: object): void {
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(forPages)
  const config = { bodyTypes: [formType] }
  api.post('/item', { onRequest, config }, async ({ body }, reply) =>
    reply.send(await itemOfFrame(context, fieldsOf(body).get('task') ?? '')),
  )
  api.post('/answers', { onRequest, config, bodyLimit: formBytesMax }, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const task = fields.get('task') ?? ''
    const language = languageOf(request.headers['accept-language'])
    const { saved, next, tried, unsaved } = textsOfResult[language]
    const show = (page: string) => reply.headers(headers as Record<string, string>).send(page)
    if (task === previewMarker && !wantsJson(request))
      return show(resultPage(language, tried, [unsaved], { task: 'form', form: String(fields) }))
    await answerFrame(context, task, (schema) => draftOfForm(fields, schema))
    return wantsJson(request) ? { saved: true } : show(resultPage(language, saved, [next], { task: 'saved' }))
  })
}

/** Pages without an origin call these, and pages of other sites. The capability is in the body, never in a cookie. */
const forPages = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }

const wantsJson = ({ headers }: FastifyRequest): boolean => /\bapplication\/json\b/.test(headers.accept ?? '')
const fieldsOf = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())

/** Bodies are forms: browsers send them without asking first, also from pages that have no origin. */
function readForms(api: Api): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  api.addContentTypeParser('*', (_request, _body, done) => done(wrongBodyType([formType])))
}

/** Shows refusals of documents to people. Programs get the problem. */
function showProblems(api: Api, headers: object): void {
  api.setErrorHandler(async (error, request: FastifyRequest, reply: FastifyReply) => {
    const problem = problemOf(error, request.log, bodyTypesOf(request.method, request.routeOptions.config))
    if (wantsJson(request) || !request.headers.accept?.includes('text/html')) throw problem
    const language = languageOf(request.headers['accept-language'])
    const errors = errorsIn(language, problem.errors).map(({ field, detail }) => `${field} ${detail}`)
    const lines = errors.length > 0 ? errors : [detailIn(language, problem)]
    return reply
      .code(statusOfType(problem.type))
      .headers(headers as Record<string, string>)
      .send(resultPage(language, titleIn(language, problem.type), lines))
  })
}
