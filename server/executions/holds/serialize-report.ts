import { Type } from 'typebox'
import { contentMembers, serializeContent } from '../../offers/serialize.ts'
import type { LinkContext } from '../../proofs/serialize.ts'
import { arrayOf, id, openObject, text } from '../../values/requests/schema.ts'
import type { AnyReport } from '../report.ts'
import { reportSchema, serializeReport } from '../serialize-report.ts'
import { revisionSchema, serializeRevision } from '../serialize-review-context.ts'
import { operatorActionsOn } from './holds.ts'

/** Group A: a report as operators read it. */
export const anyReportSchema = Type.Object(
  {
    advertiserId: id,
    executorId: id,
    report: reportSchema,
    task: Type.Object({
      id,
      ...contentMembers,
      executionDetailsSchema: openObject,
    }),
    earlierRevisions: arrayOf(revisionSchema),
    allowedActions: Type.Unsafe<readonly string[]>(
      Type.Array(text, { description: 'Operator actions: Hold or Release' }),
    ),
  },
  { title: 'ReportForOperator' },
)

export const serializeAnyReport = (report: AnyReport, links: LinkContext) => ({
  advertiserId: report.advertiser,
  executorId: report.executor,
  report: serializeReport(report, links),
  task: {
    id: report.offer,
    ...serializeContent(report.content),
    executionDetailsSchema: report.executionDetailsSchema,
  },
  earlierRevisions: report.revisions.map((each) => serializeRevision(each, links)),
  allowedActions: operatorActionsOn(report, links.now),
})
