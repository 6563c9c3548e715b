import { Type } from 'typebox'
import { idFromPath } from '../../values/id.ts'
import { instantOf } from '../../values/requests/query.ts'
import { from, idsFilter, oneOrMore, to } from '../../values/requests/schema.ts'
import { executionStatuses, reportFlags } from '../execution.ts'
import type { ReportFilter } from '../report-filter.ts'

export const filterQuery = {
  taskId: idsFilter,
  taskExternalId: Type.Optional(Type.String()),
  status: oneOrMore(executionStatuses),
  executorId: Type.Optional(Type.String({ description: 'Executor id as shown in reports' })),
  submittedFrom: from,
  submittedTo: to,
  decidedFrom: from,
  decidedTo: to,
  reviewDeadlineBefore: Type.Optional(Type.String({ description: 'ISO 8601 date or date-time, exclusive' })),
  flags: oneOrMore(reportFlags),
  hasDispute: Type.Optional(Type.Boolean()),
}
type FilterQuery = { [Name in keyof typeof filterQuery]?: Type.Static<(typeof filterQuery)[Name]> | undefined }

export const filterFrom = (query: FilterQuery): ReportFilter => ({
  tasks: query.taskId?.map((task) => idFromPath<'offer'>(String(task))),
  taskExternalId: query.taskExternalId,
  status: query.status,
  executor: query.executorId,
  submittedFrom: instantOf('submittedFrom', query.submittedFrom, false),
  submittedTo: instantOf('submittedTo', query.submittedTo, true),
  decidedFrom: instantOf('decidedFrom', query.decidedFrom, false),
  decidedTo: instantOf('decidedTo', query.decidedTo, true),
  deadlineBefore: instantOf('reviewDeadlineBefore', query.reviewDeadlineBefore, false),
  flags: query.flags,
  hasDispute: query.hasDispute,
})
