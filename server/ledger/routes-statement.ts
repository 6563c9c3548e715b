import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { textStream } from '../platform/http/text.ts'
import { fileQuery, type RecordFile, recordFile } from '../values/csv/file.ts'
import { idFromPath } from '../values/id.ts'
import { queryError, ValidationError } from '../values/problems/problem.ts'
import { instantOf } from '../values/requests/query.ts'
import { from, idParams, to } from '../values/requests/schema.ts'
import { openStatement, type Statement } from './actions-statement.ts'
import { advertiserBooks, executorBooks } from './ledger.ts'
import type { Form, Period } from './statement.ts'

const querystring = Type.Object({ ...fileQuery, from, to })
type StatementQuery = Type.Static<typeof querystring>
type OwnForm = Omit<Form, 'currency' | 'file'>
const config = { countedAs: 'exports' } as const
const method = ['GET', 'HEAD'] as const satisfies string[]

const ofGroupA = ['offerId', 'executionId'] as const
const ofGroupB = ['taskId', 'reportId'] as const
const bothSides = [...advertiserBooks, ...executorBooks]

/** Rejects a period that ends before it starts: its closing balance would belong to another time. */
function periodOf(query: StatementQuery): Period {
  const period = { from: instantOf('from', query.from, false) ?? null, to: instantOf('to', query.to, true) ?? null }
  if (period.from === null || period.to === null || period.from <= period.to) return period
  throw ValidationError([
    queryError('to', 'range', { en: 'must not be before from.', ru: 'должно быть не раньше начала.' }),
  ])
}

/** Streams the statement, so a year of a large account takes no more memory than a day. */
function send(reply: FastifyReply, file: RecordFile, { account, parts }: Statement): FastifyReply {
  const isHead = reply.request.method === 'HEAD'
  return reply
    .type(file.mediaType)
    .headers({
      'Content-Disposition': `attachment; filename="statement-${account}.${file.extension}"`,
      'Cache-Control': 'private, no-store',
    })
    .send(isHead ? undefined : textStream(parts()))
}

const own = (url: string, form: OwnForm) => async (api: Api) => {
  api.route({
    method: [...method],
    url,
    schema: { querystring },
    config,
    handler: async ({ ctx, query }, reply) => {
      const file = recordFile(query)
      return send(reply, file, await openStatement(ctx, { ...periodOf(query), form: { ...form, file } }))
    },
  })
}

/** Statements as files: Group A for both sides, Group B for advertisers. */
export const executorStatementRoutes = own('/statement', { books: executorBooks, idNames: ofGroupA })
export const advertiserStatementRoutes = own('/statement', { books: advertiserBooks, idNames: ofGroupA })
export const statementRoutesV1 = own('/balance/statement', { books: advertiserBooks, idNames: ofGroupB })

export async function statementOperatorRoutes(api: Api) {
  const form: OwnForm = { books: bothSides, idNames: ofGroupA, isWhole: true }
  api.route({
    method: [...method],
    url: '/accounts/:accountId/statement',
    schema: { querystring, params: idParams('accountId') },
    config,
    handler: async ({ ctx, query, params }, reply) => {
      const account = idFromPath<'account'>(params.accountId)
      const file = recordFile(query)
      return send(reply, file, await openStatement(ctx, { ...periodOf(query), form: { ...form, file }, account }))
    },
  })
}
