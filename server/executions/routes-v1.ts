import { Type } from 'typebox'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Api } from '../platform/http/api.ts'
import { always } from '../platform/http/idempotency.ts'
import { linksOf } from '../proofs/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { acceptedVersions } from '../values/requests/if-match.ts'
import { requestedPage } from '../values/requests/page.ts'
import { reasonOf, reasonText } from '../values/requests/reason.ts'
import { idParams, nullable, pageQuery } from '../values/requests/schema.ts'
import { reject } from './decisions/actions-review.ts'
import { requestRework } from './decisions/actions-rework.ts'
import { reworkSecondsMax, reworkSecondsMin } from './decisions/decide.ts'
import { reasonCodes } from './execution.ts'
import type { ReadReport } from './report.ts'
import type { ReportFilter } from './report-filter.ts'
import { listReports, openReport } from './reports/actions.ts'
import { openReviewContext } from './reports/actions-review-context.ts'
import { filterFrom, filterQuery } from './reports/report-query.ts'
import {
  openedReportSchema,
  reportSchema,
  reportsSchema,
  reviewContextJson,
  serializeOpenedReport,
  serializeReport,
  serializeReports,
} from './serialize-report.ts'
import { reportSorts } from './sql-filter.ts'

const listQuery = Type.Object({
  ...pageQuery,
  ...filterQuery,
  sort: Type.Optional(
    Type.Enum(reportSorts, { default: '-submittedAt', description: 'Prefix - for descending order' }),
  ),
})

const version = Type.Optional(nullable(Type.Integer({ minimum: 1 })))
const rejectBody = Type.Object({
  reason: reasonText(),
  reasonCode: Type.Optional(Type.Enum([...reasonCodes])),
  failedCriteria: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  blockExecutor: Type.Optional(
    nullable(Type.Boolean({ description: 'Whether to block the executor from all your tasks' })),
  ),
  version,
})
const reworkBody = Type.Object({
  reason: reasonText(),
  deadlineSeconds: Type.Optional(
    nullable(
      Type.Integer({
        minimum: reworkSecondsMin,
        maximum: reworkSecondsMax,
        description: 'Default: reworkPeriodSeconds of the task',
      }),
    ),
  ),
  version,
})
const one = { params: idParams('id'), response: { 200: reportSchema } }

const serialized = (ctx: Ctx, report: ReadReport) => serializeReport(report, linksOf(ctx, report.now))

/** Group B: reports, which are the executions on the account's offers. */
export async function reportRoutesV1(api: Api) {
  const listed = { querystring: listQuery, response: { 200: reportsSchema } }
  api.get('/reports', { schema: listed }, async ({ ctx, query }) => {
    return listOf(ctx, query, filterOf(query))
  })
  const ofTask = { ...listed, params: idParams('id') }
  api.get('/tasks/:id/reports', { schema: ofTask }, async ({ ctx, query, params }) => {
    return listOf(ctx, query, { ...filterOf(query), tasks: [idFromPath(params.id)] })
  })
  const opened = { params: idParams('id'), response: { 200: openedReportSchema } }
  api.get('/reports/:id', { schema: opened }, async ({ ctx, params }) => {
    const report = await openReport(ctx, idFromPath(params.id))
    return serializeOpenedReport(report, linksOf(ctx, report.now))
  })
  const context = { params: idParams('id'), response: { 200: reviewContextJson.schema } }
  api.get('/reports/:id/background', { schema: context }, async ({ ctx, params }) => {
    const reviewContext = await openReviewContext(ctx, idFromPath(params.id))
    return reviewContextJson.serialize(reviewContext, linksOf(ctx, reviewContext.now))
  })
  decisionRoutes(api)
}

function decisionRoutes(api: Api): void {
  const config = { ifMatch: true, sharesTransaction: always }
  const rejected = { schema: { ...one, body: rejectBody }, config }
  api.post('/reports/:id/reject', rejected, async ({ ctx, params, body, ifMatch }) => {
    const request = { id: idFromPath<'execution'>(params.id), versions: acceptedVersions(ifMatch, body.version) }
    return serialized(ctx, await reject(ctx, { ...body, ...request, reason: reasonOf(body.reason) }))
  })
  const sentBack = { schema: { ...one, body: reworkBody }, config }
  api.post('/reports/:id/rework', sentBack, async ({ ctx, params, body, ifMatch }) => {
    const request = { id: idFromPath<'execution'>(params.id), versions: acceptedVersions(ifMatch, body.version) }
    return serialized(ctx, await requestRework(ctx, { ...body, ...request, reason: reasonOf(body.reason) }))
  })
}

async function listOf(ctx: Ctx, query: Type.Static<typeof listQuery>, filter: ReportFilter) {
  const { now, ...reports } = await listReports(ctx, filter, requestedPage(ctx.secretKey, query, 'reports', filter))
  return serializeReports(reports, linksOf(ctx, now))
}

const filterOf = (query: Type.Static<typeof listQuery>): ReportFilter => ({
  ...filterFrom(query),
  sort: (query.sort as string | undefined) ?? '-submittedAt',
})
