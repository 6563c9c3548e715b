import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type A, groupA } from '../api.ts'
import { useAct } from '../queries.ts'
import { told } from '../ui/act.tsx'
import { Keyed, Steps } from '../ui/desk-bar.tsx'
import { useKeys } from '../ui/keys.ts'
import { Refused } from '../ui/refused.tsx'
import type { Desk } from './desk.ts'
import { JudgeQuestions, type Question } from './judge-questions.tsx'

type Bar = { readonly desk: Desk; readonly offer: A['OfferToJudge'] }
const changed = ['offers', 'audit', 'accounts']

/** Acts that need no words. */
function useJudging({ desk, offer }: Bar) {
  const { t } = useLingui()
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId: offer.id }, header } })
  const calls = {
    approve: useAct<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/approve', params(header)),
    ),
    pause: useAct<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/pause', params(header)),
    ),
    resume: useAct<null, unknown>(changed, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/resume', params(header)),
    ),
  }
  const words = {
    approve: t`Approved: executors see it.`,
    pause: t`Paused: nobody can reserve it.`,
    resume: t`It goes on.`,
  }
  const act = (name: keyof typeof calls) =>
    calls[name].mutate(null, {
      onSuccess: () => {
        told(words[name])
        if (name === 'approve') desk.open(desk.next)
      },
    })
  const { approve, pause, resume } = calls
  return {
    act,
    error: approve.error ?? pause.error ?? resume.error,
    isBusy: [approve, pause, resume].some((one) => one.isPending),
  }
}

/** What can be done with the offer that is open, each with its key; always in sight. */
export function JudgeBar({ desk, offer }: Bar) {
  const { t } = useLingui()
  const { act, error, isBusy } = useJudging({ desk, offer })
  const [question, ask] = useState<Question>()
  const may = (action: string) => offer.allowedActions.includes(action)
  useKeys({
    a: () => may('Approve') && !isBusy && act('approve'),
    r: () => may('Reject') && ask('reject'),
    j: () => desk.next !== undefined && desk.open(desk.next),
    k: () => desk.previous !== undefined && desk.open(desk.previous),
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
        {may('Pause') && (
          <Button variant="default" loading={isBusy} onClick={() => act('pause')}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {may('Resume') && (
          <Button variant="default" loading={isBusy} onClick={() => act('resume')}>
            <Trans>Let it go on</Trans>
          </Button>
        )}
        {may('Suspend') && (
          <Button variant="light" color="red" onClick={() => ask('suspend')}>
            <Trans>Stop it at once</Trans>
          </Button>
        )}
        <Steps desk={desk} />
      </Group>
      <JudgeQuestions
        question={question}
        offer={offer}
        close={() => ask(undefined)}
        next={() => desk.open(desk.next)}
      />
    </div>
  )
}
