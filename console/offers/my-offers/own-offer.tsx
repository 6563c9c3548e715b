import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { inCents } from '../../ui/formats.ts'
import { Duration, Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { inWorkspace } from '../../workspace.ts'
import type { Task } from '../form/offer-values.ts'
import { OwnItems } from '../items/own-items.tsx'
import { resultsCsv } from '../items/results-file.ts'
import { OfferStatus } from '../status.tsx'
import { StudyConnection } from '../studies/study-connection.tsx'
import { CompletionCodes } from './completion-codes.tsx'
import { ExecutorAccuracies } from './executor-accuracies.tsx'
import { lastListSearch } from './list-search.ts'
import { OfferActions, SubmitOffer } from './offer-actions.tsx'
import { ProgressBar, ProgressFacts } from './offer-progress.tsx'
import { OfferSlots } from './offer-slots.tsx'
import { OwnContent } from './own-content.tsx'
import { OfferConditions } from './own-offer-conditions.tsx'
import { RuleActions } from './rule-actions.tsx'

const route = getRouteApi('/advertiser/offers/$offerId')

/** An own offer: its progress, cost, content and actions. */
export function OwnOffer() {
  const id = Number(route.useParams().offerId)
  const { t } = useLingui()
  const query = useQuery(
    apiQuery(['offers', 'task', id], (signal) => groupB.GET('/tasks/{id}', { params: { path: { id } }, signal })),
  )
  if (!query.data)
    return (
      <Page title={t`Task ${id}`}>
        <QueryContent query={query} placeholder={<LoadingSkeleton rows={4} height={120} />}>
          {() => null}
        </QueryContent>
      </Page>
    )
  return <OfferDetails task={query.data} />
}

function OfferDetails({ task }: { readonly task: Task }) {
  const search = route.useSearch()
  return (
    <Page
      title={task.title}
      description={
        <LinkAnchor to="/advertiser/offers" search={lastListSearch()} size="sm">
          <Trans>My tasks</Trans>
        </LinkAnchor>
      }
      actions={
        <Group gap="xs">
          <LinkButton to="/advertiser/messages" search={{ task: String(task.id) } as never} variant="default" size="sm">
            <Trans>Messages</Trans>
          </LinkButton>
          <OfferActions offer={task} size="sm" />
        </Group>
      }
    >
      <Group gap="xs">
        <OfferStatus status={task.status} />
        <Text span c="dimmed">
          <RecordNumber id={task.id} />
        </Text>
      </Group>
      <StatusNotice task={task} />
      <PendingChange change={task.pendingChange} />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <Progress task={task} />
            <OwnItems task={task} search={search} next={<SubmitOffer offer={task} />} />
            <ExecutorAccuracies task={task} search={search} />
            <RuleActions task={task} search={search} />
            <OwnContent task={task} />
            <OfferConditions task={task} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <Budget task={task} />
            <OfferSlots key={task.totalLimit} task={task} />
            <CompletionCodes task={task} />
            <StudyConnection task={task} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** A pending or rejected change of the content. */
function PendingChange({ change }: { readonly change: Task['pendingChange'] }) {
  if (!change) return null
  if (change.status === 'Pending')
    return (
      <Alert color="yellow" role="status" title={<Trans>Your change is awaiting approval</Trans>}>
        <UserText text={change.content.title} oneLine />
        <Text size="sm">
          <Trans>An operator is reviewing it. Until it is approved, executors see the task as shown here.</Trans>
        </Text>
      </Alert>
    )
  return (
    <Alert color="red" role="status" title={<Trans>Your change was rejected</Trans>}>
      {change.reason && <UserText text={change.reason} />}
      <Text size="sm" c="dimmed" component="div">
        <Time at={change.decidedAtUtc} />
      </Text>
    </Alert>
  )
}

/** Titles for pauses that the advertiser did not cause, by the code of the reason. */
const pausedTitles: Readonly<Record<string, ReactNode>> = {
  suspended: <Trans>Paused by an operator</Trans>,
  advertiser_suspended: <Trans>Paused: your account is suspended</Trans>,
  deposit_charged_back: <Trans>Paused: a reversed deposit left a debt</Trans>,
}

function StatusNotice({ task: { status, moderation, statusReason } }: { readonly task: Task }) {
  if (status === 'Rejected' && moderation)
    return (
      <Alert color="red" role="status" title={<Trans>Task rejected</Trans>}>
        {moderation.comment && <UserText text={moderation.comment} />}
        <Text size="sm" c="dimmed" component="div">
          <Time at={moderation.decidedAtUtc} /> · {moderation.reasonCode}
        </Text>
        <Text size="sm">
          <Trans>Correct this and submit again.</Trans>
        </Text>
      </Alert>
    )
  if (status === 'PendingModeration')
    return (
      <Alert color="yellow" role="status">
        <Trans>An operator is reviewing it. Once approved, executors can reserve it.</Trans>
      </Alert>
    )
  if (!statusReason) return null
  return (
    <Alert color="yellow" role="status" title={pausedTitles[statusReason.code]}>
      <UserText text={statusReason.message} />
    </Alert>
  )
}

function Progress({ task }: { readonly task: Task }) {
  const { t, i18n } = useLingui()
  const offer = String(task.id)
  return (
    <Section title={t`Progress`}>
      <Paper withBorder p="md" radius="md">
        <Stack gap="md">
          <ProgressBar counts={task.counts} totalLimit={task.totalLimit} size={14} />
          <ProgressFacts counts={task.counts} />
          <Group gap="xs">
            <LinkButton
              to="/advertiser/review"
              search={{ offer }}
              size="compact-md"
              variant={task.counts.pending > 0 ? 'filled' : 'default'}
            >
              <Trans>Review submissions</Trans>
            </LinkButton>
            {task.itemCounts && (
              <LinkButton
                to="/advertiser/offers/$offerId/results"
                params={{ offerId: offer }}
                size="compact-md"
                variant="default"
              >
                <Trans>Results by item</Trans>
              </LinkButton>
            )}
            <LinkButton to="/advertiser/figures" search={{ offer }} size="compact-md" variant="default">
              <Trans>Statistics</Trans>
            </LinkButton>
            <Button
              component="a"
              href={
                task.itemCounts
                  ? resultsCsv(task.id, 'Items', i18n.locale)
                  : inWorkspace(`/console/api/v1/reports/export?format=csv&taskId=${offer}`)
              }
              download={`results-${offer}.csv`}
              size="compact-md"
              variant="default"
            >
              <Trans>Results as CSV</Trans>
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Section>
  )
}

function Budget({ task }: { readonly task: Task }) {
  const { t } = useLingui()
  const { budget, currency, costPerAction, rewardPerAction, rewardPerHour, itemsPerSlot: count = 1 } = task
  const isMany = count > 1
  const lines: (readonly [string, number])[] = [
    [isMany ? t`Reward per submission (items: ${count})` : t`Reward per result`, rewardPerAction],
    ...(rewardPerHour === undefined ? [] : [[t`Reward per hour`, inCents(rewardPerHour)] as const]),
    [isMany ? t`Per accepted submission` : t`Per accepted result`, costPerAction],
    [t`Total`, budget.total],
    [t`Spent`, budget.spent],
    [t`Held`, budget.held],
    [t`Released`, budget.released],
  ]
  return (
    <Section title={t`Budget`}>
      <Paper withBorder p="md" radius="md">
        <dl className="facts">
          {lines.map(([name, amount]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} amount`}>
              <Money amount={amount} currency={currency} isExact />
            </dd>,
          ])}
          {task.medianWorkSeconds !== undefined && (
            <>
              <dt>{t`Usual time`}</dt>
              <dd>
                <Duration seconds={task.medianWorkSeconds} />
              </dd>
            </>
          )}
        </dl>
      </Paper>
    </Section>
  )
}
