import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, Grid, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AdvertiserRecord } from '../offers/advertiser-record.tsx'
import { OfferContent } from '../offers/offer-content.tsx'
import { TermFacts } from '../offers/term-facts.tsx'
import { Empty } from '../ui/empty.tsx'
import { Money } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { isMissing, type OpenedTask, publicTaskQuery } from './public-api.ts'

const route = getRouteApi('/tasks/$offerId')

/** An open task as visitors see it. Reserving leads through signing up or in to the same task. */
export function PublicTask() {
  const { t, i18n } = useLingui()
  const { offerId } = route.useParams()
  const query = useQuery(publicTaskQuery(offerId, i18n.locale))
  if (isMissing(query.error))
    return (
      <Page title={t`Task`}>
        <Empty title={t`This task is not open`} action={<LinkButton to="/">{t`Other tasks`}</LinkButton>}>
          <Trans>It has ended, or it is only for invited people.</Trans>
        </Empty>
      </Page>
    )
  return (
    <QueryContent query={query}>
      {(task) => (
        <Page
          title={task.title}
          description={
            <LinkAnchor to="/" size="sm">
              <Trans>All tasks</Trans>
            </LinkAnchor>
          }
        >
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
              <Stack gap="lg">
                <OfferContent offer={task} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
              <Terms task={task} />
            </Grid.Col>
          </Grid>
        </Page>
      )}
    </QueryContent>
  )
}

function Terms({ task }: { readonly task: OpenedTask }) {
  const back = `/executor/offers/${task.id}`
  return (
    <Paper withBorder p="lg" component="aside">
      <Stack gap="md">
        <Text className="figure">
          <Money amount={task.rewardPerAction} currency={task.currency} />
        </Text>
        <TermFacts offer={task} slotsLeft={task.remainingCount} />
        <LinkButton to="/sign-up" search={{ role: 'Executor', back }} size="md" fullWidth>
          <Trans>Reserve</Trans>
        </LinkButton>
        <Text size="sm" c="dimmed" ta="center">
          <Trans>
            You need an account.{' '}
            <LinkAnchor to="/sign-in" search={{ back }}>
              Sign in
            </LinkAnchor>
          </Trans>
        </Text>
        <Divider />
        <AdvertiserRecord advertiser={task.advertiser} />
      </Stack>
    </Paper>
  )
}
