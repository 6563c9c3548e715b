import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Countdown, Money } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Section } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import type { ListedExecution } from './own-work.ts'

const query = { status: ['ReworkRequested'], pageSize: 100 }

/** The pending rework requests with reason and remaining time; nothing if there are none. */
export function ReworkRequests() {
  const { t } = useLingui()
  const { data } = useQuery(
    apiQuery(['executions', 'own', query], (signal) =>
      groupA.GET('/api/executor/executions', { params: { query }, signal }),
    ),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Section
      title={t`Changes requested`}
      description={t`The advertiser reviewed your submission and asks for changes.`}
    >
      {data.items.map((work) => (
        <ReworkCard key={work.id} work={work} />
      ))}
    </Section>
  )
}

function ReworkCard({ work }: { readonly work: ListedExecution }) {
  const { rework } = work
  return (
    <Paper withBorder p="md" radius="md" component="article">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex="1 1 16rem">
          <Title order={3}>
            <bdi>{work.offerTitle}</bdi>
          </Title>
          {rework && <UserText text={rework.reason} />}
          <Text size="sm" component="div">
            {rework?.deadlineAtUtc && (
              <Trans>
                Time left: <Countdown until={rework.deadlineAtUtc} />
              </Trans>
            )}
          </Text>
        </Stack>
        <Group gap="md" justify="space-between" flex={{ base: '1 0 100%', sm: '0 0 auto' }}>
          <Text fw={700}>
            <Money amount={work.rewardPerAction} currency={work.currency} />
          </Text>
          <LinkButton to="/executor/work/$executionId" params={{ executionId: String(work.id) }}>
            <Trans>Make changes</Trans>
          </LinkButton>
        </Group>
      </Group>
    </Paper>
  )
}
