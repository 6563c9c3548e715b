import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../../accounts/account-link.tsx'
import { HoldWork } from '../../accounts/hold-work.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Countdown, Time } from '../../ui/formatted.tsx'
import { CardList } from '../../ui/lists/card-list.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { HeldWork } from '../work-on-demand.tsx'

const route = getRouteApi('/operator/fraud-holds')
type Hold = A['FraudHold']

/** The reports on fraud hold. */
export function FraudHolds() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const holds = useQuery(
    apiPageQuery(['executions', 'fraud-holds', query], (signal) =>
      groupA.GET('/api/operator/fraud-holds', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Fraud holds`}
      description={t`Submissions on hold are not auto-accepted. Release those without fraud. Holds end automatically.`}
    >
      <CardList
        query={holds}
        empty={
          <Empty title={t`Nothing on hold`}>
            <Trans>If you suspect fraud, put submissions on hold on the executor's account page.</Trans>
          </Empty>
        }
      >
        {(hold) => <HoldCard key={hold.reportId} hold={hold} />}
      </CardList>
    </Page>
  )
}

function HoldCard({ hold }: { readonly hold: Hold }) {
  const { t } = useLingui()
  const { reportId, allowedActions } = hold
  return (
    <Card withBorder component="article" aria-label={t`Submission ${hold.reportId}`}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          <UserText text={hold.taskTitle} oneLine inherit />
        </Title>
        <Group gap="4px 16px" fz="sm" c="dimmed">
          <RecordNumber id={reportId} />
          <span>
            <Trans>
              on hold since <Time at={hold.heldAtUtc} isExact />
            </Trans>
          </span>
          <span>
            <Trans>
              released automatically in <Countdown until={hold.endsAtUtc} />
            </Trans>
          </span>
        </Group>
        {hold.reason && <UserText text={hold.reason} />}
        <HeldWork reportId={reportId} />
        <Group gap="4px 16px" fz="sm">
          <span>
            <Trans>
              Advertiser: <AccountLink id={hold.advertiserId} email={hold.advertiserEmail} />
            </Trans>
          </span>
          <span>
            <Trans>
              Executor: <AccountLink id={hold.executorId} email={hold.executorEmail} />
            </Trans>
          </span>
        </Group>
        <Group gap="xs">
          <HoldWork work={{ id: reportId, allowedActions }} />
        </Group>
      </Stack>
    </Card>
  )
}
