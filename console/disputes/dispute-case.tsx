import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { Countdown, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { CaseWork } from './case-work.tsx'
import { DecideDispute } from './decide-dispute.tsx'
import { StatementCard, Statements } from './statements.tsx'
import { DisputeStatus } from './status.tsx'

const route = getRouteApi('/operator/disputes/$disputeId')

/** A dispute with everything an operator needs to decide it. */
export function DisputeCase() {
  const { t } = useLingui()
  const { disputeId } = route.useParams()
  const id = Number(disputeId)
  const query = useQuery(
    apiQuery(['disputes', 'case', id], (signal) =>
      groupA.GET('/api/operator/disputes/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <Page
      title={t`Dispute ${disputeId}`}
      description={<LinkAnchor to="/operator/disputes">{t`All disputes`}</LinkAnchor>}
    >
      <QueryContent query={query}>{(disputeCase) => <CaseDetails disputeCase={disputeCase} />}</QueryContent>
    </Page>
  )
}

function CaseDetails({ disputeCase }: { readonly disputeCase: A['Case'] }) {
  const { t } = useLingui()
  return (
    <Stack gap="lg">
      <CaseFacts disputeCase={disputeCase} />
      <Section title={t`Statements`}>
        <Statements dispute={disputeCase} />
      </Section>
      {disputeCase.note && <StatementCard title={t`Decision`} text={disputeCase.note} at={disputeCase.resolvedAtUtc} />}
      <DecideDispute dispute={disputeCase} />
      <CaseWork disputeCase={disputeCase} />
    </Stack>
  )
}

function CaseFacts({ disputeCase }: { readonly disputeCase: A['Case'] }) {
  return (
    <Group gap="md">
      <DisputeStatus dispute={disputeCase} />
      <Text size="sm">
        {disputeCase.resolvedAtUtc ? (
          <Trans>
            resolved <Time at={disputeCase.resolvedAtUtc} />
          </Trans>
        ) : (
          <Trans>
            <Countdown until={disputeCase.decideByUtc} /> left to decide
          </Trans>
        )}
      </Text>
      <Text size="sm" component="span">
        <Trans>
          Executor: <AccountLink id={disputeCase.executorId} email={disputeCase.executorEmail} />
        </Trans>
      </Text>
      <Text size="sm" component="span">
        <Trans>
          Advertiser: <AccountLink id={disputeCase.advertiserId} email={disputeCase.advertiserEmail} />
        </Trans>
      </Text>
    </Group>
  )
}
