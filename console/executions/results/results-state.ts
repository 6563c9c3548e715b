import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { operations } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { type Field, fieldsOf } from '../../offers/page-form/form-schema.ts'
import { apiPageQuery } from '../../queries.ts'
import { isRecord } from '../../ui/schema/schema.ts'

const route = getRouteApi('/advertiser/offers/$offerId/results')
export type ResultsSearch = ReturnType<typeof route.useSearch>
type ResultsQuery = NonNullable<operations['listResults']['parameters']['query']>
export type MatchingQuery = NonNullable<operations['listReportsByAnswers']['parameters']['query']>

export type Result = B['Result']
export type ItemAnswer = Result['answers'][number]
type Task = B['Task']

/** Items on one page, each with up to twenty answers. */
const itemsShown = 10

/** Returns the filter by answers. A member is asked for only with what it is used for. */
function answerFilter({
  agreement,
  member,
  value,
}: ResultsSearch): Pick<ResultsQuery, 'agreement' | 'member' | 'value'> {
  const isCompared = agreement === 'Equal' || agreement === 'Differs'
  return {
    ...(isCompared ? { agreement } : {}),
    ...(member && (isCompared || value) ? { member } : {}),
    ...(member && value ? { value } : {}),
  } as Pick<ResultsQuery, 'agreement' | 'member' | 'value'>
}

const statusFilter = ({ status }: ResultsSearch) => (status ? { status: [status] as ResultsQuery['status'] } : {})

/** Returns the filter of the reports to accept: the same, of pending ones. */
export const matchingQuery = (search: ResultsSearch): MatchingQuery =>
  ({ ...statusFilter(search), ...answerFilter(search) }) as MatchingQuery

export function useResults() {
  const offer = Number(route.useParams().offerId)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query: ResultsQuery = {
    ...statusFilter(search),
    ...answerFilter(search),
    ...(search.reports ? { reportStatus: [search.reports] as ResultsQuery['reportStatus'] } : {}),
    pageSize: itemsShown,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  const results = useQuery(
    apiPageQuery(['executions', 'results', offer, query], (signal) =>
      groupB.GET('/tasks/{id}/results', { params: { path: { id: offer }, query }, signal }),
    ),
  )
  return {
    offer,
    search,
    results,
    setFilters: (changes: Partial<ResultsSearch>) =>
      void navigate({ search: (now) => ({ ...now, cursor: undefined, ...changes }) as never, resetScroll: false }),
  }
}
export type ResultsState = ReturnType<typeof useResults>

/** The fields of a task's answers, in their order. */
export const fieldsOfTask = (task: Task | undefined): Field[] =>
  isRecord(task?.page?.answerSchema) ? fieldsOf(task.page.answerSchema) : []

/** Whether an answer counts: it is not skipped, and its report is neither rejected nor withdrawn. */
export const counts = ({ status, value }: ItemAnswer): boolean =>
  value !== undefined && status !== 'Rejected' && status !== 'Withdrawn'

/** Returns whether the answers of an item that count are all the same; undefined if fewer than two count. */
export function areEqual(answers: readonly ItemAnswer[]): boolean | undefined {
  const values = answers.filter(counts).map(({ value }) => JSON.stringify(value))
  return values.length < 2 ? undefined : new Set(values).size === 1
}

/** Returns how many answers of an item that count have each value of a field, the most frequent first. */
export function votesOn(
  field: Field,
  answers: readonly ItemAnswer[],
): readonly (readonly [value: unknown, count: number])[] {
  const votes = new Map<unknown, number>()
  for (const { value } of answers.filter(counts)) {
    const given = value?.[field.key]
    for (const each of Array.isArray(given) ? given : [given])
      if (each !== undefined && typeof each !== 'object') votes.set(each, (votes.get(each) ?? 0) + 1)
  }
  return [...votes].sort(([, one], [, other]) => other - one)
}

/** Whether the answers to a field are counted by value. */
export const isCounted = ({ input }: Field): boolean => ['choice', 'choices', 'compare', 'rating'].includes(input)
