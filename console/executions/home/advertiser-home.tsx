import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery } from '../../accounts/own-balance.ts'
import { groupA, groupB } from '../../api.ts'
import { OfferProgress } from '../../offers/my-offers/offer-progress.tsx'
import { apiQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Countdown, Money } from '../../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { managesOffers } from '../../workspace.ts'
import { AdvertiserFirstSteps } from './advertiser-first-steps.tsx'
import { HomeTiles } from './home-tiles.tsx'

const shownMax = 5
const reviews = { status: 'Pending', sort: 'reviewDeadline', pageSize: shownMax } as const
const running = { status: 'Active', pageSize: shownMax }

export const dueReviewsQuery = apiQuery(['executions', 'reports', 'home'], (signal) =>
  groupB.GET('/reports', { params: { query: reviews }, signal }),
)
export const runningTasksQuery = apiQuery(['offers', 'own', 'home'], (signal) =>
  groupA.GET('/api/advertiser/offers', { params: { query: running }, signal }),
)

/** The advertiser's first page: what is due, the money, and the running tasks. */
export function AdvertiserHome() {
  const { t } = useLingui()
  const queries = {
    reviews: useQuery(dueReviewsQuery),
    tasks: useQuery(runningTasksQuery),
    balance: useQuery(balanceQuery),
  }
  return (
    <Page
      title={t`Overview`}
      actions={
        managesOffers && (
          <LinkButton to="/advertiser/offers/new">
            <Trans>New task</Trans>
          </LinkButton>
        )
      }
    >
      {managesOffers && <AdvertiserFirstSteps money={queries.balance.data} />}
      <HomeTiles {...queries} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t`Reviews due`}>
          <QueryContent query={queries.reviews} placeholder={<LoadingSkeleton rows={3} height={56} />}>
            {({ items }) => <DueReviews items={items} />}
          </QueryContent>
        </Section>
        <Section title={t`Running tasks`}>
          <QueryContent query={queries.tasks} placeholder={<LoadingSkeleton rows={3} height={56} />}>
            {({ items }) => <RunningTasks items={items} />}
          </QueryContent>
        </Section>
      </SimpleGrid>
    </Page>
  )
}

type ListOf<Query extends { queryFn?: unknown }> = Query extends { queryFn?: (...all: never[]) => infer Body }
  ? Awaited<Body> extends { items: infer Items }
    ? Items
    : never
  : never

function DueReviews({ items }: { readonly items: ListOf<typeof dueReviewsQuery> }) {
  const { t } = useLingui()
  if (items.length === 0) return <Empty title={t`Nothing to review`} />
  return (
    <div className="surface rows">
      {items.map((report) => (
        <Card key={report.id} withBorder padding="sm" className="link-card">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <LinkAnchor
              to="/advertiser/review"
              search={{ report: String(report.id) }}
              fw={600}
              miw={0}
              className="card-link"
            >
              <UserText text={report.taskTitle} oneLine inherit lineClamp={1} />
            </LinkAnchor>
            <Text size="sm" component="div" style={{ whiteSpace: 'nowrap' }}>
              <Money amount={report.rewardPerAction} currency={report.currency} />
            </Text>
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <RecordNumber id={report.id} />
            {report.autoDecision === 'Accept' && (
              <>
                {' · '}
                <Trans>
                  Auto-accepts in <Countdown until={report.reviewDeadlineAtUtc} />
                </Trans>
              </>
            )}
          </Text>
        </Card>
      ))}
    </div>
  )
}

function RunningTasks({ items }: { readonly items: ListOf<typeof runningTasksQuery> }) {
  const { t } = useLingui()
  if (items.length === 0)
    return (
      <Empty
        title={t`No running tasks`}
        action={<LinkButton to="/advertiser/balance" variant="light">{t`Add money`}</LinkButton>}
      >
        {t`Add money, describe a task and submit it. Once an operator approves it, executors start.`}
      </Empty>
    )
  return (
    <div className="surface rows">
      {items.map(({ id, title, counts, totalLimit }) => (
        <Card key={id} withBorder padding="sm" className="link-card">
          <LinkAnchor
            to="/advertiser/offers/$offerId"
            params={{ offerId: String(id) }}
            fw={600}
            mb={6}
            className="card-link"
          >
            <UserText text={title} oneLine inherit lineClamp={1} />
          </LinkAnchor>
          <OfferProgress counts={counts} totalLimit={totalLimit} />
        </Card>
      ))}
    </div>
  )
}
