import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type A, groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { notifyDone } from '../ui/action-button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Keyed, Steps } from '../ui/queue/queue-bar.tsx'
import { Refused } from '../ui/refused.tsx'
import { ModerationDialogs, type Question } from './moderation-questions.tsx'
import type { ModerationState } from './queue-state.ts'

type Bar = { readonly moderation: ModerationState; readonly offer: A['OfferToJudge'] }
const changed = ['offers', 'audit', 'accounts']

/** Actions without a dialog. */
function useJudging({ moderation, offer }: Bar) {
  const { t } = useLingui()
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId: offer.id }, header } })
  // The decision applies to the version read; if the offer has changed, the response is 409.
  const read = { version: offer.version }
  const calls = {
    approve: useAction<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/approve', { ...params(header), body: read }),
    ),
    approveChange: useAction<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/approve', { ...params(header), body: read }),
    ),
    pause: useAction<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/pause', params(header)),
    ),
    resume: useAction<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/resume', params(header)),
    ),
  }
  const words = {
    approve: t`Approved. Executors now see it.`,
    approveChange: t`Change approved. Executors now see it.`,
    pause: t`Paused. No new reservations.`,
    resume: t`Resumed.`,
  }
  const action = (name: keyof typeof calls) =>
    calls[name].mutate(null, {
      onSuccess: () => {
        notifyDone(words[name])
        if (name === 'approve' || name === 'approveChange') moderation.open(moderation.next)
      },
    })
  const { approve, approveChange, pause, resume } = calls
  return {
    act: action,
    error: approve.error ?? approveChange.error ?? pause.error ?? resume.error,
    isBusy: [approve, approveChange, pause, resume].some((one) => one.isPending),
  }
}

/** Actions on the open offer with their keyboard shortcuts; always visible. */
export function ModerationBar({ moderation, offer }: Bar) {
  const { t } = useLingui()
  const { act, error, isBusy } = useJudging({ moderation, offer })
  const [question, ask] = useState<Question>()
  const may = (action: string) => offer.allowedActions.includes(action)
  useKeys({
    a: () => {
      if (may('Approve') && !isBusy) act('approve')
      else if (may('ApproveChange') && !isBusy) act('approveChange')
    },
    r: () => {
      if (may('Reject')) ask('reject')
      else if (may('RejectChange')) ask('rejectChange')
    },
    j: () => moderation.next !== undefined && moderation.open(moderation.next),
    k: () => moderation.previous !== undefined && moderation.open(moderation.previous),
  })
  return (
    <div className="desk-bar">
      <Refused error={error} />
      <Group gap="xs" role="toolbar" aria-label={t`Decision`}>
        {may('Approve') && (
          <Keyed letter="A" color="teal.9" loading={isBusy} onClick={() => act('approve')}>
            <Trans>Approve</Trans>
          </Keyed>
        )}
        {may('Reject') && (
          <Keyed letter="R" color="red" onClick={() => ask('reject')}>
            <Trans>Reject</Trans>
          </Keyed>
        )}
        <ChangeButtons
          may={may}
          isBusy={isBusy}
          approve={() => act('approveChange')}
          reject={() => ask('rejectChange')}
        />
        {may('Pause') && (
          <Button variant="default" loading={isBusy} onClick={() => act('pause')}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {may('Resume') && (
          <Button variant="default" loading={isBusy} onClick={() => act('resume')}>
            <Trans>Resume</Trans>
          </Button>
        )}
        {may('Suspend') && (
          <Button variant="light" color="red" onClick={() => ask('suspend')}>
            <Trans>Suspend immediately</Trans>
          </Button>
        )}
        <Steps desk={moderation} />
      </Group>
      <ModerationDialogs
        question={question}
        offer={offer}
        close={() => ask(undefined)}
        next={() => moderation.open(moderation.next)}
      />
    </div>
  )
}

type ChangeBar = {
  readonly may: (action: string) => boolean
  readonly isBusy: boolean
  readonly approve: () => void
  readonly reject: () => void
}

/** Decides on a change of an active offer. */
const ChangeButtons = ({ may, isBusy, approve, reject }: ChangeBar) => (
  <>
    {may('ApproveChange') && (
      <Keyed letter="A" color="teal.9" loading={isBusy} onClick={approve}>
        <Trans>Approve change</Trans>
      </Keyed>
    )}
    {may('RejectChange') && (
      <Keyed letter="R" color="red" onClick={reject}>
        <Trans>Reject change</Trans>
      </Keyed>
    )}
  </>
)
