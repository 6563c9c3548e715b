import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { Countdown, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Page, Part } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { CaseWork } from './case-work.tsx'
import { DecideDispute } from './decide-dispute.tsx'
import { Statements } from './statements.tsx'
import { DisputeStatus } from './status.tsx'

const route = getRouteApi('/operator/disputes/$disputeId')

/** A dispute with everything an operator needs to decide it. */
export function DisputeCase() {
  const { t } = useLingui()
  const { disputeId } = route.useParams()
  const id = Number(disputeId)
  const query = useQuery(
    ask(['disputes', 'case', id], (signal) =>
      groupA.GET('/api/operator/disputes/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <Page title={t`Dispute ${disputeId}`} about={<LinkAnchor to="/operator/disputes">{t`All disputes`}</LinkAnchor>}>
      <Loaded query={query}>{(found) => <Case of={found} />}</Loaded>
    </Page>
  )
}

function Case({ of }: { readonly of: A['Case'] }) {
  const { t } = useLingui()
  return (
    <Stack gap="lg">
      <CaseFacts of={of} />
      <Part title={t`Statements`}>
        <Statements dispute={of} />
      </Part>
      {of.note && (
        <Part title={t`Back to the decision`}>
          <UserText text={of.note} />
        </Part>
      )}
      <DecideDispute dispute={of} />
      <CaseWork of={of} />
    </Stack>
  )
}

function CaseFacts({ of }: { readonly of: A['Case'] }) {
  return (
    <Group gap="md">
      <DisputeStatus dispute={of} />
      <Text size="sm">
        {of.resolvedAtUtc ? (
          <Trans>
            resolved <Time at={of.resolvedAtUtc} />
          </Trans>
        ) : (
          <Trans>
            <Countdown until={of.decideByUtc} /> left to decide
          </Trans>
        )}
      </Text>
      <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(of.advertiserId) }} size="sm">
        <Trans>Advertiser's statement</Trans>
      </LinkAnchor>
      <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(of.executorId) }} size="sm">
        <Trans>Executor's statement</Trans>
      </LinkAnchor>
    </Group>
  )
}
