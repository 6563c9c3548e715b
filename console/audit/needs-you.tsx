import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import './needs-you.css'
import { isOverdue, isUrgent, type Waiting, worstFirst } from './needs-you-order.ts'
import { operatorQueueQuery } from './operator-queue.ts'

type Queue = A['OperatorQueue']
type Fault = Queue['faults'][number]
type Target = {
  readonly name: string
  readonly to: ComponentProps<typeof LinkAnchor>['to']
  readonly search?: { readonly status: string }
}
type QueueRow = Target & Waiting & { readonly amount: number | null }
type Kind = keyof Queue['oldest']

/** Where each kind of record is decided, in the order of the menu. */
function useTargets(): Readonly<Record<Kind, Target>> {
  const { t } = useLingui()
  const moderation = '/operator/moderation'
  return {
    offers: { name: t`Tasks to moderate`, to: moderation, search: { status: 'PendingModeration' } },
    offerChanges: { name: t`Changes to moderate`, to: moderation, search: { status: 'changes' } },
    reportedOffers: { name: t`Reported tasks`, to: '/operator/reported' },
    reportedMessages: { name: t`Reported messages`, to: '/operator/reported-messages' },
    disputes: { name: t`Open disputes`, to: '/operator/disputes' },
    heldRejections: { name: t`Rejections to check`, to: '/operator/held' },
    fraudHolds: { name: t`Fraud holds`, to: '/operator/fraud-holds' },
    operatorRequests: { name: t`Changes of operators`, to: '/operator/accounts' },
    appeals: { name: t`Appeals against sanctions`, to: '/operator/sanctions', search: { status: 'Appealed' } },
    bookingRequests: { name: t`Deposits for a second operator`, to: '/operator/deposits' },
    refunds: { name: t`Refunds`, to: '/operator/refunds' },
    withdrawals: { name: t`Pending withdrawals`, to: '/operator/withdrawals' },
    guaranteePayments: { name: t`Covered payments`, to: '/operator/guarantee' },
  }
}

/** Everything that waits for an operator, and every fault of the system, worst first. */
export function NeedsYou({ currency }: { readonly currency: string }) {
  const { t } = useLingui()
  const queue = useQuery(operatorQueueQuery)
  return (
    <Section title={t`Needs you`}>
      <QueryContent query={queue} placeholder={<LoadingSkeleton rows={3} height={48} />}>
        {(found) => <Rows queue={found} currency={currency} />}
      </QueryContent>
    </Section>
  )
}

const kindsOf = (targets: Readonly<Record<Kind, Target>>) => Object.keys(targets) as Kind[]
const memberOf = <Value,>(members: Readonly<Record<string, Value>>, kind: Kind): Value | null => members[kind] ?? null

function Rows({ queue, currency }: { readonly queue: Queue; readonly currency: string }) {
  const targets = useTargets()
  const all: readonly QueueRow[] = kindsOf(targets).map((kind) => ({
    ...targets[kind],
    count: queue[kind],
    oldest: queue.oldest[kind],
    deadline: memberOf(queue.nextDeadlines, kind),
    amount: memberOf(queue.amounts, kind),
  }))
  const waiting = worstFirst(
    all.filter(({ count }) => count > 0),
    Date.now(),
  )
  const empty = all.filter(({ count }) => count === 0)
  return (
    <div className="surface rows">
      {queue.faults.map((fault) => (
        <FaultRow key={fault.kind} fault={fault} />
      ))}
      {waiting.map((row) => (
        <WaitingRow key={row.name} row={row} currency={currency} />
      ))}
      {empty.length > 0 && <NothingWaits targets={empty} />}
    </div>
  )
}

const TargetLink = ({ target: { name, to, search }, children }: { target: Target; children?: ReactNode }) => (
  <LinkAnchor to={to as '/operator/sanctions'} {...(search ? { search } : {})} inherit>
    {children ?? name}
  </LinkAnchor>
)

function WaitingRow({ row, currency }: { readonly row: QueueRow; readonly currency: string }) {
  return (
    <div className="needs-row">
      <Text className="needs-count" component="span">
        <Count value={row.count} />
      </Text>
      <Text component="span" fw={600}>
        <TargetLink target={row} />
      </Text>
      <Age row={row} />
      <Text component="span" className="needs-money">
        {row.amount !== null && <Money amount={row.amount} currency={currency} />}
      </Text>
    </div>
  )
}

const late = { className: 'error-text', fw: 600 } as const
const usual = { c: 'dimmed' } as const

function Age({ row: { oldest, deadline } }: { readonly row: QueueRow }) {
  const now = Date.now()
  return (
    <span className="needs-age">
      {oldest && (
        <Text size="sm" component="span" {...(isOverdue({ oldest }, now) ? late : usual)}>
          {isOverdue({ oldest }, now) ? (
            <Trans>
              overdue, oldest: <Time at={oldest} />
            </Trans>
          ) : (
            <Trans>
              oldest: <Time at={oldest} />
            </Trans>
          )}
        </Text>
      )}
      {deadline && (
        <Text size="sm" component="span" {...(isUrgent({ deadline }, now) ? late : usual)}>
          <Trans>
            next deadline: <Time at={deadline} />
          </Trans>
        </Text>
      )}
    </span>
  )
}

function NothingWaits({ targets }: { readonly targets: readonly Target[] }) {
  const links = targets.map((target, index) => (
    <Fragment key={target.name}>
      {index > 0 && ', '}
      <TargetLink target={target} />
    </Fragment>
  ))
  return (
    <Text size="sm" c="dimmed" className="needs-none">
      <Trans>Nothing waits in: {links}.</Trans>
    </Text>
  )
}

function useFaultTexts(): Readonly<Record<string, { readonly text: ReactNode; readonly target?: Target }>> {
  const { t } = useLingui()
  const ledger: Target = { name: t`View ledger`, to: '/operator/ledger' }
  return {
    LedgerWrong: { text: t`The ledger does not balance`, target: ledger },
    LedgerUnchecked: { text: t`The ledger has not been verified for hours`, target: ledger },
    JobsFailing: { text: t`Background jobs fail. The reason is in the server log.` },
    MailOff: {
      text: t`E-mail is off: nobody can confirm an address or reset a password. Set SMTP_URL.`,
      target: { name: t`Marketplace settings`, to: '/operator/settings' },
    },
    MailFailing: { text: t`E-mails cannot be sent. The reason is in the server log.` },
    WebhooksFailing: { text: t`Webhooks are unreachable`, target: { name: t`Webhooks`, to: '/operator/webhooks' } },
  }
}

function FaultRow({ fault: { kind, count, sinceUtc } }: { readonly fault: Fault }) {
  const { text = kind, target } = useFaultTexts()[kind] ?? {}
  return (
    <div className="needs-row">
      <Text className="needs-count error-text" component="span">
        {count === null ? '!' : <Count value={count} />}
      </Text>
      <span className="needs-fault">
        <Text component="span" fw={600} className="error-text">
          {text}
        </Text>
        {sinceUtc && (
          <Text size="sm" c="dimmed" component="span">
            <Trans>
              since <Time at={sinceUtc} isExact />
            </Trans>
          </Text>
        )}
      </span>
      <Text size="sm" component="span" className="needs-money">
        {target && <TargetLink target={target} />}
      </Text>
    </div>
  )
}
