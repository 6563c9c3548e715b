import { Trans, useLingui } from '@lingui/react/macro'
import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Countdown, Duration, Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { UserText } from '../../ui/user-text.tsx'
import { AppealDeadline } from '../appeal-deadline.tsx'
import { reasonLabels } from '../reasons.ts'
import { NextTask } from './next-task.tsx'
import type { Work } from './own-work.ts'

/** The state of the work: a sentence, the decision's text, and the facts. */
export function WorkState({ work }: { readonly work: Work }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md">
        <Text fw={600} component="div">
          <StateText work={work} />
        </Text>
        <DecisionText work={work} />
        <Facts work={work} />
        {work.status === 'Pending' && <NextTask offerId={work.offerId} />}
      </Stack>
    </Paper>
  )
}

function StateText({ work }: { readonly work: Work }): ReactNode {
  const { status, rework, reviewDeadlineAtUtc, decision, dispute, rewardPerAction, currency } = work
  switch (status) {
    case 'Pending':
      return (
        <Trans>
          Under review by the advertiser. Auto-accepts in <Countdown until={reviewDeadlineAtUtc} />.
        </Trans>
      )
    case 'ReworkRequested':
      return rework?.deadlineAtUtc ? (
        <Trans>
          Changes requested. Resubmit within <Countdown until={rework.deadlineAtUtc} />
        </Trans>
      ) : (
        <Trans>Changes requested.</Trans>
      )
    case 'Accepted':
      return (
        <Trans>
          Accepted. You earned <Money amount={rewardPerAction} currency={currency} />.
        </Trans>
      )
    case 'Rejected':
      return <Rejected work={work} />
    case 'Disputed':
      return dispute ? (
        <>
          <Trans>Rejection appealed.</Trans> <AppealDeadline appeal={dispute} />
        </>
      ) : null
    case 'Withdrawn':
      return <Trans>You withdrew it.</Trans>
    default:
      return decision?.outcome ?? status
  }
}

function Rejected({ work }: { readonly work: Work }) {
  const { allowedActions, appealDeadlineAtUtc } = work
  if (!allowedActions.includes('Dispute') || !appealDeadlineAtUtc) return <Trans>Rejected. Not paid.</Trans>
  return (
    <Trans>
      Rejected. Disagree? Appeal within <Countdown until={appealDeadlineAtUtc} />
    </Trans>
  )
}

/** The reason and comment of the advertiser or an operator. */
function DecisionText({ work }: { readonly work: Work }) {
  const label = useLabels(reasonLabels)
  const { decision, rework, status } = work
  const reason = status === 'ReworkRequested' ? rework?.reason : decision?.reason
  if (!reason && !decision?.reasonCode && !decision?.comment) return null
  return (
    <Stack gap={4}>
      {decision?.reasonCode && <Text size="sm">{label(decision.reasonCode)}</Text>}
      {reason && <UserText text={reason} />}
      {decision?.comment && <UserText text={decision.comment} />}
    </Stack>
  )
}

function Facts({ work }: { readonly work: Work }) {
  const { t } = useLingui()
  return (
    <dl className="facts">
      <dt>{t`Reward`}</dt>
      <dd>
        <Money amount={work.rewardPerAction} currency={work.currency} />
      </dd>
      <dt>{t`Submitted`}</dt>
      <dd>
        <Time at={work.submittedAtUtc} />
      </dd>
      <dt>{t`Time spent`}</dt>
      <dd>
        <Duration seconds={work.workSeconds} />
      </dd>
      {work.rating !== null && (
        <>
          <dt>{t`Rating`}</dt>
          <dd>{t`${work.rating} of 5`}</dd>
        </>
      )}
      {work.rework && (
        <>
          <dt>{t`Changes requested`}</dt>
          <dd>{t`${work.rework.round} of up to ${work.rework.maxRounds} times`}</dd>
        </>
      )}
    </dl>
  )
}
