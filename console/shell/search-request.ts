import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { type Found, searchOptions } from './search-records.ts'

const form = /^req_[0-9a-f]{24}$/

const decisionsQuery = (requestId: string) =>
  apiQuery(['audit', 'search', requestId], (signal) =>
    groupA.GET('/api/operator/audit', { params: { query: { requestId, pageSize: 1 } }, signal }),
  )

/** Finds the decisions of a request by its id, which every refusal names. Only operators may. */
export function useFoundRequest(query: string, isOperator: boolean) {
  const { t } = useLingui()
  const isRequest = isOperator && form.test(query)
  const { data, isFetching } = useQuery({ ...decisionsQuery(query), ...searchOptions, enabled: isRequest })
  const href = `/operator/audit?request=${query}`
  const known: Found = { href, label: t`Decisions of this request`, description: t`Audit log` }
  const unknown: Found = {
    href,
    label: t`No decision of this request`,
    description: t`Refused requests and other changes are only in the server log.`,
  }
  const records = isRequest && data ? [data.totalCount > 0 ? known : unknown] : []
  return { records, isSearching: isFetching }
}
