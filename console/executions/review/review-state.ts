import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { operations } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { ask, pageQueryOf } from '../../queries.ts'
import { useQueuePosition } from '../../ui/queue/queue-position.ts'

const route = getRouteApi('/advertiser/review')
export type ReviewSearch = ReturnType<typeof route.useSearch>
export type ReportQuery = NonNullable<operations['listReports']['parameters']['query']>
export type ListedReport = B['ListedReport']
export type Report = B['ReportWithContent']

/** So many stand in the queue at once. */
const queueSize = 50
/** What stands for every status in the address. */
export const everyStatus = 'any'
/** The most urgent first, unless somebody wishes another order. */
export const usualSort = 'reviewDeadline'

/** What narrows the queue, as the list, the export and the choice of all understand it. */
export const filterOf = ({ offer, status = 'Pending', flag, search }: ReviewSearch): ReportQuery => ({
  ...(offer ? { taskId: offer } : {}),
  ...(status === everyStatus ? {} : { status }),
  ...(flag ? { flags: flag } : {}),
  ...(search ? { executorId: search.trim() } : {}),
})

function useQueue(search: ReviewSearch) {
  const query: ReportQuery = {
    ...filterOf(search),
    sort: (search.sort ?? usualSort) as NonNullable<ReportQuery['sort']>,
    pageSize: queueSize,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  return useQuery(
    pageQueryOf(['executions', 'reports', query], (signal) => groupB.GET('/reports', { params: { query }, signal })),
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

/** A report in full; until it is here, as the list has it. */
function useReport(id: number | undefined, listed: ListedReport | undefined) {
  const query = ask(['executions', 'report', id], (signal) =>
    groupB.GET('/reports/{id}', { params: { path: { id: id ?? 0 } }, signal }),
  )
  return useQuery({
    ...query,
    enabled: id !== undefined,
    ...(listed ? { placeholderData: { ...listed, history: [], taskContent: noContent(listed.taskTitle) } } : {}),
  })
}

/** The queue, which of it is open, and how to get to the next. */
export function useReview() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queue = useQueue(search)
  const items = queue.data?.items ?? []
  const position = useQueuePosition(
    items,
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
    narrow: (changes: Partial<ReviewSearch>) =>
      void navigate({
        search: (now) => ({ ...now, report: undefined, cursor: undefined, ...changes }) as never,
        resetScroll: false,
      }),
  }
}
export type ReviewState = ReturnType<typeof useReview>
