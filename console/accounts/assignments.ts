import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'

export type Assignment = A['Assignment']
export type Subject = 'offer' | 'dispute' | 'withdrawal' | 'operatorRequest'

const shownMax = 100

/** Returns who has a record. */
export type Assigned = (id: number) => Assignment | undefined

/** Reads the assignees of these records. Returns a function for the assignee of one; undefined if it has none, or while they load. */
export function useAssignments(subject: Subject, ids: readonly number[]): Assigned {
  const query = { subject: [subject] as never, subjectId: ids.slice(0, shownMax) as never, pageSize: shownMax }
  const { data } = useQuery({
    ...apiPageQuery(['desk', 'assignments', query], (signal) =>
      groupA.GET('/api/operator/assignments', { params: { query }, signal }),
    ),
    enabled: ids.length > 0,
  })
  return useCallback<Assigned>((id) => data?.items.find(({ subjectId }) => subjectId === id), [data])
}
