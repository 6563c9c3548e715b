import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { operations } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { apiPageQuery, apiQuery } from '../../queries.ts'
import { type Labels, labelled } from '../../ui/labels.ts'
import { useQueuePosition } from '../../ui/queue/queue-position.ts'
import { useDecisionsOfReports } from './outbox.ts'

const route = getRouteApi('/advertiser/review')
export type ReviewSearch = ReturnType<typeof route.useSearch>
export type ReportQuery = NonNullable<operations['listReports']['parameters']['query']>
export type ListedReport = B['ListedReport']
export type Report = B['ReportWithContent']

/** Reports on one page of the queue. */
const queueSize = 50
/** The value for every status in the URL. */
export const anyStatus = 'any'
export const sortLabels: Labels = {
  reviewDeadline: msg`Most urgent first`,
  submittedAt: msg`Oldest first`,
  '-submittedAt': msg`Newest first`,
  '-updatedAt': msg`Recently changed first`,
}
/** Returns the sort order of the queue; by default the earliest deadline is first. */
export const sortOf = ({ sort }: ReviewSearch) => (labelled(sortLabels, sort) ?? 'reviewDeadline') as ReviewSort
type ReviewSort = NonNullable<ReportQuery['sort']>

/** Returns the API filter of the queue, shared by the list, the export and selecting all. */
export const reportFilter = ({ offer, status = 'Pending', flag, search }: ReviewSearch): ReportQuery => ({
  ...(offer ? { taskId: offer } : {}),
  ...(status === anyStatus ? {} : { status }),
  ...(flag ? { flags: flag } : {}),
  ...(search ? { executorId: search.trim() } : {}),
})

/** The same in the order of the queue. */
export const reportQuery = (search: ReviewSearch): ReportQuery => ({ ...reportFilter(search), sort: sortOf(search) })

function useQueue(search: ReviewSearch) {
  const query: ReportQuery = {
    ...reportQuery(search),
    pageSize: queueSize,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  return useQuery(
    apiPageQuery(['executions', 'reports', query], (signal) => groupB.GET('/reports', { params: { query }, signal })),
  )
}

const noContent = (title: string): Report['taskContent'] => ({
  title,
  description: null,
  proofInstructions: null,
  acceptanceCriteria: [],
  details: {},
  sourceLanguage: '',
  translations: {},
})

/** Loads a report in full; shows the listed one until it arrives. */
function useReport(id: number | undefined, listed: ListedReport | undefined) {
  const query = apiQuery(['executions', 'report', id], (signal) =>
    groupB.GET('/reports/{id}', { params: { path: { id: id ?? 0 } }, signal }),
  )
  return useQuery({
    ...query,
    enabled: id !== undefined,
    ...(listed ? { placeholderData: { ...listed, history: [], taskContent: noContent(listed.taskTitle) } } : {}),
  })
}

/** The state of the queue: its reports, the open one, and navigation. */
export function useReview() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queue = useQueue(search)
  const sentDecisions = useDecisionsOfReports()
  // A decision that is on its way has left the queue; a refused or unconfirmed one is back.
  const hasLeft = ({ id }: ListedReport) => ['undoable', 'sending'].includes(sentDecisions[id]?.state ?? '')
  const items = (queue.data?.items ?? []).filter((report) => !hasLeft(report))
  const list = JSON.stringify([reportQuery(search), search.cursor])
  const position = useQueuePosition(
    { items, list, isPrevious: queue.isPlaceholderData },
    search.report,
    (report) => void navigate({ search: (now) => ({ ...now, report }) as never, resetScroll: false }),
  )
  const listed = items[position.index]
  return {
    search,
    queue,
    items,
    listed,
    report: useReport(position.current, listed),
    ...position,
    setFilters: (changes: Partial<ReviewSearch>) =>
      void navigate({
        search: (now) => ({ ...now, report: undefined, cursor: undefined, ...changes }) as never,
        resetScroll: false,
      }),
  }
}
export type ReviewState = ReturnType<typeof useReview>
