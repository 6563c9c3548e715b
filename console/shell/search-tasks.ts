import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupA, groupB } from '../api.ts'
import { currentLanguage } from '../language.ts'
import { offerStatuses } from '../offers/status.tsx'
import { apiQuery } from '../queries.ts'
import { type Found, lengthMin, numberIn, searchOptions } from './search-records.ts'

const tasksMax = 5
const anyStatus = Object.keys(offerStatuses).join(',')

const availableQuery = (text: string) => {
  const query = { Search: text, PageSize: tasksMax, Locale: currentLanguage() }
  return apiQuery(['offers', 'available', query], (signal) =>
    groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
  )
}
const availableOfferQuery = (offerId: number) =>
  apiQuery(['offers', 'search', 'available', offerId], (signal) =>
    groupA.GET('/api/executor/offers/available/{offerId}', { params: { path: { offerId } }, signal }),
  )
const ownQuery = (text: string) => {
  const query = { search: text, includeArchived: true, pageSize: tasksMax }
  return apiQuery(['offers', 'titles', query], (signal) => groupB.GET('/tasks', { params: { query }, signal }))
}
const ownTaskQuery = (id: number) =>
  apiQuery(['offers', 'search', 'own', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal }))
const allQuery = (text: string) => {
  const query = { search: text, status: anyStatus, pageSize: tasksMax }
  return apiQuery(['offers', 'search', 'all', query], (signal) =>
    groupA.GET('/api/operator/offers', { params: { query }, signal }),
  )
}

type Task = { readonly id: number; readonly title: string }

/**
 * Finds tasks by title or number: those available to an executor, an advertiser's own ones, and for operators all of them. Operators find tasks
 * by number among the records.
 */
export function useFoundTasks(text: string, roles: readonly string[]) {
  const { t } = useLingui()
  const number = numberIn(text)
  const isTitle = text.length >= lengthMin && number === undefined
  const when = (role: string, isWanted: boolean) => ({ ...searchOptions, enabled: roles.includes(role) && isWanted })
  const available = useQuery({ ...availableQuery(text), ...when('Executor', isTitle) })
  const availableOffer = useQuery({ ...availableOfferQuery(number ?? 0), ...when('Executor', number !== undefined) })
  const openable = availableOffer.data?.advertiserMark?.mark === 'Blocked' ? undefined : availableOffer.data
  const own = useQuery({ ...ownQuery(text), ...when('Advertiser', isTitle) })
  const ownTask = useQuery({ ...ownTaskQuery(number ?? 0), ...when('Advertiser', number !== undefined) })
  const all = useQuery({ ...allQuery(text), ...when('Operator', isTitle) })
  const found = (list: readonly Task[] | undefined, one: Task | undefined, hrefOf: (id: number) => string): Found[] =>
    ((isTitle ? list : number !== undefined && one ? [one] : undefined) ?? []).map(({ id, title }) => ({
      href: hrefOf(id),
      label: title,
      description: t`Task ${id}`,
    }))
  const records = [
    ...found(available.data?.items, openable, (id) => `/executor/offers/${id}`),
    ...found(own.data?.items, ownTask.data, (id) => `/advertiser/offers/${id}`),
    ...found(all.data?.items, undefined, (id) => `/operator/moderation?offer=${id}&status=any`),
  ]
  return { records, isSearching: [available, availableOffer, own, ownTask, all].some(({ isFetching }) => isFetching) }
}
