import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { reportCodes } from '../offer-reports/report-codes.ts'
import { pageQueryOf, useAction } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { Page } from '../ui/page.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { useWords } from '../ui/words.ts'

const route = getRouteApi('/operator/reported')
type Reported = A['ReportedOffer']
const changed = ['moderation', 'offers', 'audit']

/** Offers reported by executors, for an operator to decide. */
export function ReportedOffers() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const offers = useQuery(
    pageQueryOf(['moderation', 'reported', query], (signal) =>
      groupA.GET('/api/operator/offer-reports', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Reported offers`} about={t`Offers that executors reported for breaking the rules.`}>
      <Loaded query={offers}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Empty title={t`No reports to decide`}>
              <Trans>Offers that executors report appear here.</Trans>
            </Empty>
          ) : (
            <Stack gap="md">
              {listed.items.map((offer) => (
                <ReportedCard key={offer.id} offer={offer} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

const ReportedCard = ({ offer }: { readonly offer: Reported }) => (
  <Card withBorder component="article" aria-label={offer.title}>
    <Stack gap="sm">
      <Summary offer={offer} />
      {offer.reports.map((report) => (
        <OneReport key={`${report.reportedAtUtc} ${report.code}`} report={report} />
      ))}
      <Decide offer={offer} />
    </Stack>
  </Card>
)

function Summary({ offer }: { readonly offer: Reported }) {
  const { t } = useLingui()
  return (
    <>
      <Title order={2} size="h3">
        <LinkAnchor to="/operator/moderation" search={{ offer: String(offer.id) } as never} inherit>
          <bdi>{offer.title}</bdi>
        </LinkAnchor>
      </Title>
      {offer.isPausedByReports && <Status label={t`Paused by reports`} tone="over" />}
      <Group gap="4px 16px" fz="sm">
        <span>
          <Trans>
            Advertiser: <AccountLink id={offer.advertiserId} email={offer.advertiserEmail} />
          </Trans>
        </span>
        <span>
          <Trans>
            Reports: <Count of={offer.reporterCount} />
          </Trans>
        </span>
        <span>
          <Trans>
            From reputable executors: <Count of={offer.countingCount} />
          </Trans>
        </span>
      </Group>
    </>
  )
}

function OneReport({ report }: { readonly report: Reported['reports'][number] }) {
  const word = useWords(reportCodes)
  return (
    <div>
      <Text size="sm" fw={600}>
        {word(report.code)} · <Time at={report.reportedAtUtc} />
      </Text>
      {report.comment && <UserText text={report.comment} size="sm" />}
    </div>
  )
}

function Decide({ offer: { id: offerId, allowedActions } }: { readonly offer: Reported }) {
  const { t } = useLingui()
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId }, header } })
  const dismiss = useAction<string, A['Offer']>(changed, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/reports/dismiss', { ...params(header), body: { reason } }),
  )
  const uphold = useAction<string, A['Offer']>(changed, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/reports/uphold', { ...params(header), body: { reason } }),
  )
  const shared = { allowed: allowedActions, field: 'reason', ask: t`Reason` } as const
  return (
    <Group gap="xs">
      <ReasonButton
        {...shared}
        action="Dismiss"
        label={t`Dismiss reports`}
        persistKey={`reports-dismiss-${offerId}`}
        doing={dismiss}
        done={t`Reports closed.`}
      >
        <Trans>If reports paused the offer, it resumes.</Trans>
      </ReasonButton>
      <ReasonButton
        {...shared}
        action="Suspend"
        label={t`Suspend offer`}
        about={t`The advertiser will see it.`}
        persistKey={`reports-uphold-${offerId}`}
        doing={uphold}
        done={t`Offer suspended.`}
        color="red"
      >
        <Trans>No new reservations. Current reservations end without penalty.</Trans>
      </ReasonButton>
    </Group>
  )
}
