import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

export const lengthMin = 3
const accountsMax = 5
export const searchOptions = { retry: false, staleTime: 30_000 } as const

/** Kinds of records that the audit log finds by number. */
const subjects = ['report', 'withdrawal', 'deposit'] as const

const accountsQuery = (search: string) =>
  apiQuery(['accounts', 'search', search], (signal) =>
    groupA.GET('/api/operator/accounts', { params: { query: { search, pageSize: accountsMax } }, signal }),
  )
const taskQuery = (offerId: number) =>
  apiQuery(['offers', 'search', offerId], (signal) =>
    groupA.GET('/api/operator/offers/{offerId}', { params: { path: { offerId } }, signal }),
  )
const disputeQuery = (id: number) =>
  apiQuery(['disputes', 'search', id], (signal) =>
    groupA.GET('/api/operator/disputes/{id}', { params: { path: { id } }, signal }),
  )
const decisionsQuery = (subject: string, id: number) =>
  apiQuery(['audit', 'search', subject, id], (signal) =>
    groupA.GET('/api/operator/audit', {
      params: { query: { subject, subjectId: String(id), pageSize: 1 } },
      signal,
    }),
  )

/** Returns the number in a text such as `42`, `#42` or `№ 42`. */
export const numberIn = (text: string): number | undefined => {
  const digits = /^[#№]?\s*(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export type Found = { readonly href: string; readonly label: string; readonly description?: string }

/** Finds accounts by e-mail address, number or payment reference, and records by number. Only operators may. */
export function useFoundRecords(query: string, isOperator: boolean) {
  const { t } = useLingui()
  const number = isOperator ? numberIn(query) : undefined
  const search = number === undefined ? query : String(number)
  const isEnabled = isOperator && (number !== undefined || query.length >= lengthMin)
  const accounts = useQuery({ ...accountsQuery(search), ...searchOptions, enabled: isEnabled })
  const numbered = { ...searchOptions, enabled: number !== undefined }
  const id = number ?? 0
  const task = useQuery({ ...taskQuery(id), ...numbered })
  const dispute = useQuery({ ...disputeQuery(id), ...numbered })
  const decisions = useQueries({
    queries: subjects.map((subject) => ({ ...decisionsQuery(subject, id), ...numbered })),
  })
  const names = { report: t`Submission ${id}`, withdrawal: t`Withdrawal ${id}`, deposit: t`Deposit ${id}` }
  const all = [accounts, task, dispute, ...decisions]
  const records: Found[] = [
    ...(isEnabled ? (accounts.data?.items ?? []) : []).map((account) => ({
      href: `/operator/accounts/${account.id}`,
      label: account.email ?? '',
      description: t`Account ${account.id}`,
    })),
    ...(task.data && number !== undefined
      ? [{ href: `/operator/moderation?offer=${id}&status=any`, label: task.data.title, description: t`Task ${id}` }]
      : []),
    ...(dispute.data && number !== undefined ? [{ href: `/operator/disputes/${id}`, label: t`Dispute ${id}` }] : []),
    ...subjects.flatMap((subject, index) =>
      number !== undefined && (decisions[index]?.data?.totalCount ?? 0) > 0
        ? [
            {
              href: `/operator/audit?subject=${subject}&subjectId=${id}`,
              label: names[subject],
              description: t`Audit log`,
            },
          ]
        : [],
    ),
  ]
  return { records, isSearching: all.some(({ isFetching }) => isFetching) }
}
