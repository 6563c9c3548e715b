import { Trans, useLingui } from '@lingui/react/macro'
import { Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { Count } from '../ui/formatted.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'

/** The hosts that get the most webhook attempts. */
export function WebhookHosts() {
  const { t } = useLingui()
  const hosts = useQuery({
    ...apiQuery(['webhooks', 'hosts'], (signal) => groupA.GET('/api/operator/webhook-hosts', { signal })),
    refetchInterval: 60_000,
  })
  const titles = [t`Webhooks`, t`Accounts`, t`Attempts in an hour`, t`Attempts in 24 hours`, t`Failed in 24 hours`]
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Hosts with the most attempts</Trans>
      </Title>
      <QueryContent query={hosts}>
        {({ items }) => (
          <Table className="list surface" aria-label={t`Hosts with the most attempts`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <Trans>Host</Trans>
                </Table.Th>
                {titles.map((title) => (
                  <Table.Th key={title} ta="right">
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map(({ host, webhooks, accounts, attemptsInHour, attemptsIn24Hours, failedIn24Hours }) => (
                <Table.Tr key={host}>
                  <Table.Td data-label={t`Host`}>
                    <UserText text={host} size="sm" />
                  </Table.Td>
                  {[webhooks, accounts, attemptsInHour, attemptsIn24Hours, failedIn24Hours].map((count, index) => (
                    <Table.Td key={titles[index]} data-label={titles[index]} ta="right">
                      <Count value={count} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </QueryContent>
    </>
  )
}
