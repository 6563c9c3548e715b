import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Countdown, Time } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { Said, Statements } from './statements.tsx'
import { DisputeStatus } from './status.tsx'

const route = getRouteApi('/executor/disputes')

/** The executor's appeals with both statements and their outcomes. */
export function OwnDisputes() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    pageQueryOf(['disputes', 'own', query], (signal) =>
      groupA.GET('/api/executor/disputes', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`My appeals`} about={t`Rejections you contested. An operator decides.`}>
      <Loaded query={result}>
        {(listed) =>
          listed.items.length === 0 ? (
            <None />
          ) : (
            <Stack gap="md">
              {listed.items.map((dispute) => (
                <OwnDispute key={dispute.id} dispute={dispute} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function None() {
  const { t } = useLingui()
  return (
    <Empty
      title={t`No appeals yet`}
      action={
        <LinkButton to="/executor/work" search={{ status: 'Rejected' }} variant="light">
          {t`Rejected work`}
        </LinkButton>
      }
    >
      {t`If you disagree with a rejection, open the work and appeal before the deadline shown there.`}
    </Empty>
  )
}

function OwnDispute({ dispute }: { readonly dispute: A['OwnDispute'] }) {
  const { t } = useLingui()
  return (
    <Card withBorder component="article" aria-label={t`Appeal ${dispute.id}`} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(dispute.executionId) }} inherit>
              <Trans>About work № {dispute.executionId}</Trans>
            </LinkAnchor>
          </Title>
          <DisputeStatus dispute={dispute} />
        </Group>
        <Until dispute={dispute} />
        <Statements dispute={dispute} />
        {dispute.note && (
          <Said title={t`Back to the decision`} text={dispute.note} at={dispute.resolvedAtUtc} order={3} />
        )}
      </Stack>
    </Card>
  )
}

const Until = ({ dispute }: { readonly dispute: A['OwnDispute'] }) => (
  <Text size="sm" component="div">
    {dispute.resolvedAtUtc ? (
      <Trans>
        Resolved <Time at={dispute.resolvedAtUtc} />
      </Trans>
    ) : (
      <Trans>
        Decision within <Countdown until={dispute.decideByUtc} />. Otherwise you are paid.
      </Trans>
    )}
  </Text>
)
