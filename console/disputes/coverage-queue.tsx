import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { pageQueryOf, useAction } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Page } from '../ui/page.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { useWords, type Words } from '../ui/words.ts'

const route = getRouteApi('/operator/guarantee')
type Payment = A['GuaranteePayment']

const causeWords: Words = {
  First: msg`This would be the first payment on behalf of this advertiser.`,
  AboveLimit: msg`The advertiser's debt would exceed the limit.`,
}
const outcomeWords: Words = {
  Executor: msg`An operator decided the dispute for the executor.`,
  Silence: msg`The dispute was not decided in time, so the executor won.`,
}
const statusWords: Words = {
  Approved: msg`Approved`,
  Refused: msg`Refused`,
  Covered: msg`Paid by the advertiser`,
}
const changed = ['disputes', 'executions', 'ledger', 'audit']

/** Payments covered by the platform that an operator approves or refuses. */
export function CoverageQueue() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const payments = useQuery(
    pageQueryOf(['disputes', 'guarantee', query], (signal) =>
      groupA.GET('/api/operator/guarantee-payments', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Guarantee payments`}
      about={t`The executor won a dispute, and the advertiser cannot pay. The marketplace pays only if you approve.`}
    >
      <WordsFilter
        label={t`Status`}
        words={statusWords}
        value={status}
        choose={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        all={t`Waiting`}
      />
      <Loaded query={payments}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Empty title={t`No payments here`}>
              <Trans>Payments that need approval appear here, oldest first.</Trans>
            </Empty>
          ) : (
            <Stack gap="md">
              {listed.items.map((payment) => (
                <PaymentCard key={payment.id} payment={payment} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function PaymentCard({ payment }: { readonly payment: Payment }) {
  const { t } = useLingui()
  const cause = useWords(causeWords)
  const outcome = useWords(outcomeWords)
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
        <Sides payment={payment} />
        <Ended payment={payment} />
        <PaymentActions payment={payment} />
      </Stack>
    </Card>
  )
}

const Sides = ({ payment }: { readonly payment: Payment }) => (
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

function Ended({ payment: { status, reason, endedAtUtc } }: { readonly payment: Payment }) {
  const word = useWords(statusWords)
  if (!endedAtUtc) return null
  return (
    <div>
      <Text fw={600} size="sm">
        {word(status)} · <Time at={endedAtUtc} />
      </Text>
      {reason && <UserText text={reason} size="sm" />}
    </div>
  )
}

function PaymentActions({ payment: { id, allowedActions } }: { readonly payment: Payment }) {
  const { t } = useLingui()
  const approve = useAction<number, Payment>(changed, (id, header) =>
    groupA.POST('/api/operator/guarantee-payments/{id}/approve', { params: { path: { id }, header } }),
  )
  const refuse = useAction<string, Payment>(changed, (reason, header) =>
    groupA.POST('/api/operator/guarantee-payments/{id}/refuse', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        allowed={allowedActions}
        action="Approve"
        label={t`Approve`}
        doing={approve}
        input={id}
        confirm={<Trans>The executor is paid now. The advertiser owes the marketplace whatever they cannot pay.</Trans>}
        done={t`Executor paid.`}
      />
      <ReasonButton
        allowed={allowedActions}
        action="Refuse"
        label={t`Refuse`}
        field="reason"
        ask={t`Reason`}
        about={t`Both sides will see it.`}
        persistKey={`guarantee-refuse-${id}`}
        doing={refuse}
        done={t`Payment refused.`}
        color="red"
      >
        <Trans>The executor is not paid, and the rejection is final.</Trans>
      </ReasonButton>
    </Group>
  )
}
