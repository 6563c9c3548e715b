import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { idParams } from '../values/requests/schema.ts'
import { type DrawnReceipt, drawCreditNotes, drawReceipt } from './actions.ts'

const querystring = Type.Object({
  locale: Type.Optional(Type.String({ description: 'Language of the receipt (BCP 47)' })),
})
const schema = { params: idParams('depositId'), querystring }

const routesOf = (side: 'own' | 'any') => async (api: Api) => {
  api.get('/deposits/:depositId/receipt', { schema }, async ({ ctx, params, query, headers }, reply) => {
    const language = requestedLanguage(query.locale, headers['accept-language'])
    return send(reply, 'receipt', await drawReceipt(ctx, idFromPath(params.depositId), side, language))
  })
  api.get('/deposits/:depositId/credit-notes', { schema }, async ({ ctx, params, query, headers }, reply) => {
    const language = requestedLanguage(query.locale, headers['accept-language'])
    return send(reply, 'credit-note', await drawCreditNotes(ctx, idFromPath(params.depositId), side, language))
  })
}

const send = (reply: FastifyReply, name: string, { number, pdf }: DrawnReceipt): FastifyReply =>
  reply
    .type('application/pdf')
    .headers({
      'Content-Disposition': `attachment; filename="${name}-${number}.pdf"`,
      'Cache-Control': 'private, no-store',
    })
    .send(pdf)

/** Group A: receipts and credit notes of deposits, for their advertisers and for operators. */
export const receiptRoutes = routesOf('own')
export const receiptOperatorRoutes = routesOf('any')
