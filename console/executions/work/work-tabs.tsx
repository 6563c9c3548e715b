import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Total } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { workStatuses } from '../status.tsx'

const statuses = Object.keys(workStatuses)

/** Tabs that filter the list by status, with the number of submissions in it; each has its own URL. */
export function WorkTabs({ status }: { readonly status: string | undefined }) {
  const { t } = useLingui()
  const word = useLabels(Object.fromEntries(Object.entries(workStatuses).map(([name, { label }]) => [name, label])))
  const counts = useCounts()
  const tabs = [undefined, ...statuses]
  return (
    <Group component="nav" gap={6} className="scroll-row" aria-label={t`By status`}>
      {tabs.map((tab) => (
        <LinkButton
          key={tab ?? ''}
          to="/executor/work"
          search={{ status: tab }}
          size="compact-sm"
          variant={tab === status ? 'filled' : 'default'}
          {...(tab === status ? { 'aria-current': 'page' as const } : {})}
          rightSection={tab && counts[tab]?.totalCount ? <Total of={counts[tab]} /> : null}
        >
          {tab ? word(tab) : t`All`}
        </LinkButton>
      ))}
    </Group>
  )
}

/** Returns the number of submissions by status, as far as it is known. */
const useCounts = () =>
  useQueries({
    queries: statuses.map((status) => {
      const query = { status: [status], pageSize: 1 }
      return apiQuery(['executions', 'own', query], (signal) =>
        groupA.GET('/api/executor/executions', { params: { query }, signal }),
      )
    }),
    combine: (results) => Object.fromEntries(statuses.map((status, index) => [status, results[index]?.data])),
  })
