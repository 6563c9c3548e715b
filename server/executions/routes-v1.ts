import { Type } from 'typebox'
import type { Ctx } from '../platform/ctx.ts'
import type { Api } from '../platform/http.ts'
import { idFromPath } from '../values/id.ts'
import { laterSchema, refuseLater, refuseLaterParameters } from '../values/later.ts'
import { pageOf } from '../values/page.ts'
import { instantOf, listParameter } from '../values/query.ts'
import { reasonOf } from '../values/reason.ts'
import { idParams, nullable, pageQuery } from '../values/schema.ts'
import { type Reviewed, review } from './actions.ts'
import { listReports, openReport } from './actions-list.ts'
import { reasonCodes } from './execution.ts'
import { reportSchema, reportsSchema, showReport, showReports } from './show-report.ts'
import { reportSorts } from './sql-report.ts'

const list = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]))
const maybeText = Type.Optional(Type.String())
const listQuery = Type.Object({
  ...pageQuery,
  taskId: list,
  taskExternalId: maybeText,
  status: list,
  executorId: maybeText,
  submittedFrom: maybeText,
  submittedTo: maybeText,
  decidedFrom: maybeText,
  decidedTo: maybeText,
  reviewDeadlineBefore: maybeText,
  flags: list,
  hasDispute: maybeText,
  sort: Type.Optional(Type.Enum(reportSorts)),
  cursor: maybeText,
})

const version = Type.Optional(nullable(Type.Integer({ minimum: 1 })))
const acceptBody = Type.Unsafe<{ comment?: string | null; rating?: number | null; version?: number | null } | null>({
  type: ['object', 'null'],
  properties: {
    comment: nullable(Type.String({ maxLength: 2_000 })),
    rating: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
    version,
    ...laterSchema(['bonus', 'overrideRejection']),
  },
})
const rejectBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 2_000 }),
  reasonCode: Type.Optional(Type.Enum([...reasonCodes])),
  failedCriteria: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  version,
  ...laterSchema(['blockExecutor']),
})
const one = { params: idParams('id'), response: { 200: reportSchema } }

const shown = ({ secretKey, config }: Ctx, { report, now }: Reviewed) =>
  showReport(report, { secretKey, publicUrl: config.publicUrl, now })

/** Group B: reports, which are the executions on the account's offers. */
export async function reportRoutesV1(api: Api) {
  const listed = { querystring: listQuery, response: { 200: reportsSchema } }
  api.get('/reports', { schema: listed }, async ({ ctx, query }) => {
    const filter = filterOf(query)
    const reports = await listReports(ctx, filter, pageOf(query.page, query.pageSize))
    return showReports(reports, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl })
  })
  const ofTask = { ...listed, params: idParams('id') }
  api.get('/tasks/:id/reports', { schema: ofTask }, async ({ ctx, query, params }) => {
    const filter = { ...filterOf(query), tasks: [idFromPath(params.id)] }
    const reports = await listReports(ctx, filter, pageOf(query.page, query.pageSize))
    return showReports(reports, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl })
  })
  api.get('/reports/:id', { schema: one }, async ({ ctx, params }) =>
    shown(ctx, await openReport(ctx, idFromPath(params.id))),
  )
  api.post('/reports/:id/accept', { schema: { ...one, body: acceptBody } }, async ({ ctx, params, body }) => {
    refuseLater(body ?? {}, ['bonus', 'overrideRejection'])
    return shown(ctx, await review(ctx, { ...body, id: idFromPath(params.id), move: 'accept' }))
  })
  api.post('/reports/:id/reject', { schema: { ...one, body: rejectBody } }, async ({ ctx, params, body }) => {
    refuseLater(body, ['blockExecutor'])
    return shown(
      ctx,
      await review(ctx, { ...body, reason: reasonOf(body.reason), id: idFromPath(params.id), move: 'reject' }),
    )
  })
}

function filterOf(query: Type.Static<typeof listQuery>) {
  refuseLaterParameters(query, ['cursor', 'flags', 'hasDispute'])
  return {
    tasks: listParameter(query.taskId)?.map((task) => idFromPath<'offer'>(task)),
    taskExternalId: query.taskExternalId,
    status: listParameter(query.status),
    executor: query.executorId,
    submittedFrom: instantOf('submittedFrom', query.submittedFrom, false),
    submittedTo: instantOf('submittedTo', query.submittedTo, true),
    decidedFrom: instantOf('decidedFrom', query.decidedFrom, false),
    decidedTo: instantOf('decidedTo', query.decidedTo, true),
    deadlineBefore: instantOf('reviewDeadlineBefore', query.reviewDeadlineBefore, false),
    sort: query.sort as string | undefined,
  }
}
