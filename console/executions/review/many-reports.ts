import type { components, operations, paths } from '../../api/group-b.ts'

type ListedReport = components['schemas']['ListedReport']
export type BulkBody = NonNullable<paths['/reports/bulk']['post']['requestBody']>['content']['application/json']
export type BulkItem = BulkBody['items'][number]
/** A decision on several reports. A bonus is for those that are accepted already. */
export type BulkAction = BulkItem['action'] | 'bonus'

/** The action that a report must allow. */
const allowedActionOf = { accept: 'Accept', reject: 'Reject', rework: 'RequestRework', bonus: 'Bonus' } as const

/** Returns the reports that allow an action. */
export const reportsFor = (action: BulkAction, reports: readonly ListedReport[]): readonly ListedReport[] =>
  reports.filter(({ allowedActions }) => allowedActions.includes(allowedActionOf[action]))

/** Reports of one request, which is the limit of the API. */
const itemsMax = 1_000

/** Splits decisions into the requests that the API takes. */
export const requestsOf = (items: readonly BulkItem[]): { readonly verb: 'bulk'; readonly body: BulkBody }[] =>
  Array.from({ length: Math.ceil(items.length / itemsMax) }, (_, index) => ({
    verb: 'bulk' as const,
    body: { items: items.slice(index * itemsMax, (index + 1) * itemsMax) },
  }))

type ReportQuery = NonNullable<operations['listReports']['parameters']['query']>
type Page = Pick<components['schemas']['ListedReportPage'], 'items' | 'nextCursor'>
type Matching = { readonly reports: readonly ListedReport[]; readonly hasMore: boolean }

const pageSize = 100
/** How many reports can be selected at once. */
export const matchingMax = 2_000

/** Reads the reports that match a filter, up to a maximum. Tells after each page how many there are so far. */
export async function readMatching(
  filter: ReportQuery,
  readPage: (query: ReportQuery) => Promise<Page>,
  onProgress: (count: number) => void,
): Promise<Matching> {
  const reports: ListedReport[] = []
  let cursor: string | null = null
  do {
    const page = await readPage({ ...filter, pageSize, ...(cursor === null ? {} : { cursor }) })
    reports.push(...page.items)
    onProgress(reports.length)
    cursor = page.nextCursor
  } while (cursor !== null && reports.length < matchingMax)
  return { reports, hasMore: cursor !== null }
}
