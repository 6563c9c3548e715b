import { Type } from 'typebox'
import { contentMembers, showContent } from '../../offers/serialize.ts'
import { arrayOf, id, openObject, text } from '../../values/requests/schema.ts'
import type { AnyReport } from '../report.ts'
import { reportSchema, showReport } from '../serialize-report.ts'
import { revisionSchema, showRevision } from '../serialize-review-context.ts'
import type { Links } from '../serialize-work.ts'
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
      Type.Array(text, { description: 'Of the operator: Hold or Release, while it waits for a decision' }),
    ),
  },
  { title: 'ReportForOperator' },
)

export const showAnyReport = (found: AnyReport, links: Links) => ({
  advertiserId: found.advertiser,
  executorId: found.executor,
  report: showReport(found, links),
  task: {
    id: found.offer,
    ...showContent(found.content),
    executionDetailsSchema: found.executionDetailsSchema,
  },
  earlierRevisions: found.revisions.map((each) =>
    showRevision({ ...each, submittedAt: new Date(each.submittedAt) }, links),
  ),
  allowedActions: operatorActionsOn(found, links.now),
})
