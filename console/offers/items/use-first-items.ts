import { useQuery } from '@tanstack/react-query'
import { groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import type { SampleItem } from '../page-editor/form-parts.ts'

const itemsShown = 5

/** Returns the first items of a task; none without a task. */
export function useFirstItems(task: number | undefined): readonly SampleItem[] {
  const params = { path: { id: task ?? 0 }, query: { pageSize: itemsShown } }
  const { data } = useQuery({
    ...apiQuery(['offers', 'items', task, 'first'], (signal) => groupB.GET('/tasks/{id}/items', { params, signal })),
    enabled: task !== undefined,
  })
  return data?.items ?? []
}
