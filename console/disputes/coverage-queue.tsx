import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { SavedViews } from '../accounts/saved-views.tsx'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { type Labels, useLabels } from '../ui/labels.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { UserText } from '../ui/user-text.tsx'

const route = getRouteApi('/operator/guarantee')
type Payment = A['GuaranteePayment']

const causeLabels: Labels = {
  First: msg`This would be the first payment on behalf of this advertiser.`,
  AboveLimit: msg`The advertiser's debt would exceed the limit.`,
}
const outcomeLabels: Labels = {
  Executor: msg`An operator decided the dispute for the executor.`,
  Silence: msg`The dispute was not decided in time, so the executor won.`,
}
const statusLabels: Labels = {
  Approved: msg`Approved`,
  Refused: msg`Refused`,
  Covered: msg`Paid by the advertiser`,
}
const changedNouns = ['disputes', 'executions', 'ledger', 'audit']

/** Payments covered by the platform that an operator approves or refuses. */
export function CoverageQueue() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const payments = useQuery(
    apiPageQuery(['disputes', 'guarantee', query], (signal) =>
      groupA.GET('/api/operator/guarantee-payments', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Covered payments`}
      description={t`The executor won a dispute, but the advertiser cannot pay. The marketplace pays only if you approve.`}
    >
      <FilterRow>
        <SelectFilter
          label={t`Status`}
          labels={statusLabels}
          value={status}
          onChange={(selected) => void navigate({ search: () => (selected ? { status: selected } : {}) as never })}
          placeholder={t`Waiting`}
        />
        <SavedViews />
      </FilterRow>
      <CardList
        query={payments}
        empty={
          <Empty title={t`No payments`}>
            <Trans>Payments that need approval appear here, oldest first.</Trans>
          </Empty>
        }
      >
        {(payment) => <PaymentCard key={payment.id} payment={payment} />}
      </CardList>
    </Page>
  )
}

function PaymentCard({ payment }: { readonly payment: Payment }) {
  const { t } = useLingui()
  const cause = useLabels(causeLabels)
  const outcome = useLabels(outcomeLabels)
  return (
    <Card withBorder component="article" aria-label={t`Payment ${payment.id}`}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          <Money amount={payment.amount} currency={payment.currency} />
        </Title>
        <Group gap="4px 16px" fz="sm" c="dimmed">
          <span>
            <Trans>
              requested <Time at={payment.requestedAtUtc} />
            </Trans>
          </span>
          <LinkAnchor to="/operator/disputes/$disputeId" params={{ disputeId: String(payment.disputeId) }} size="sm">
            <Trans>Dispute {payment.disputeId}</Trans>
          </LinkAnchor>
        </Group>
        <Text size="sm">
          {outcome(payment.outcome)} {cause(payment.cause)}
        </Text>
        <Parties payment={payment} />
        <Outcome payment={payment} />
        <PaymentActions payment={payment} />
      </Stack>
    </Card>
  )
}

const Parties = ({ payment }: { readonly payment: Payment }) => (
  <Group gap="4px 24px" fz="sm">
    <span>
      <Trans>
        Advertiser: <AccountLink id={payment.advertiserId} email={payment.advertiserEmail} />
      </Trans>
    </span>
    <span>
      <Trans>
        Executor: <AccountLink id={payment.executorId} email={payment.executorEmail} />
      </Trans>
    </span>
    <span>
      <Trans>
        The advertiser owes <Money amount={payment.owed} currency={payment.currency} />
      </Trans>
    </span>
  </Group>
)

function Outcome({ payment: { status, reason, endedAtUtc } }: { readonly payment: Payment }) {
  const label = useLabels(statusLabels)
  if (!endedAtUtc) return null
  return (
    <div>
      <Text fw={600} size="sm">
        {label(status)} · <Time at={endedAtUtc} />
      </Text>
      {reason && <UserText text={reason} size="sm" />}
    </div>
  )
}

function PaymentActions({ payment: { id, allowedActions } }: { readonly payment: Payment }) {
  const { t } = useLingui()
  const approve = useApiMutation<number, Payment>(changedNouns, (id, header) =>
    groupA.POST('/api/operator/guarantee-payments/{id}/approve', { params: { path: { id }, header } }),
  )
  const refuse = useApiMutation<string, Payment>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/guarantee-payments/{id}/refuse', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        allowed={allowedActions}
        action="Approve"
        label={t`Approve`}
        mutation={approve}
        input={id}
        confirm={<Trans>The executor is paid now. The advertiser owes the marketplace the shortfall.</Trans>}
        successMessage={t`Executor paid.`}
      />
      <ReasonButton
        allowed={allowedActions}
        action="Refuse"
        label={t`Refuse`}
        field="reason"
        fieldLabel={t`Reason`}
        description={t`Both sides will see it.`}
        persistKey={`guarantee-refuse-${id}`}
        mutation={refuse}
        successMessage={t`Payment refused.`}
        color="red"
      >
        <Trans>The executor is not paid, and the rejection is final.</Trans>
      </ReasonButton>
    </Group>
  )
}
