import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { PreviousNext, ShortcutButton } from '../ui/queue/queue-bar.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { type ModerationDialog, ModerationDialogs } from './moderation-dialogs.tsx'
import type { ModerationState } from './queue-state.ts'

type ModerationBarProps = { readonly moderation: ModerationState; readonly offer: A['OfferToJudge'] }
const changedNouns = ['offers', 'audit', 'accounts']

/** Actions without a dialog. */
function useModerationActions({ moderation, offer }: ModerationBarProps) {
  const { t } = useLingui()
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId: offer.id }, header } })
  // The decision applies to the version read; if the offer has changed, the response is 409.
  const versionRead = { version: offer.version }
  const mutations = {
    approve: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/approve', { ...params(header), body: versionRead }),
    ),
    approveChange: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/change/approve', { ...params(header), body: versionRead }),
    ),
    pause: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/pause', params(header)),
    ),
    resume: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/resume', params(header)),
    ),
  }
  const messages = {
    approve: t`Approved. Executors now see it.`,
    approveChange: t`Change approved. Executors now see it.`,
    pause: t`Paused. No new reservations.`,
    resume: t`Resumed.`,
  }
  const action = (name: keyof typeof mutations) =>
    mutations[name].mutate(null, {
      onSuccess: () => {
        notifySuccess(messages[name])
        if (name === 'approve' || name === 'approveChange') moderation.open(moderation.next)
      },
    })
  const { approve, approveChange, pause, resume } = mutations
  return {
    run: action,
    error: approve.error ?? approveChange.error ?? pause.error ?? resume.error,
    isPending: [approve, approveChange, pause, resume].some((mutation) => mutation.isPending),
  }
}

/** Actions on the open offer with their keyboard shortcuts; always visible. */
export function ModerationBar({ moderation, offer }: ModerationBarProps) {
  const { t } = useLingui()
  const { run, error, isPending } = useModerationActions({ moderation, offer })
  const [openDialog, setDialog] = useState<ModerationDialog>()
  const isAllowed = (action: string) => offer.allowedActions.includes(action)
  useShortcuts({
    a: () => {
      if (isAllowed('Approve') && !isPending) run('approve')
      else if (isAllowed('ApproveChange') && !isPending) run('approveChange')
    },
    r: () => {
      if (isAllowed('Reject')) setDialog('reject')
      else if (isAllowed('RejectChange')) setDialog('rejectChange')
    },
    j: () => moderation.next !== undefined && moderation.open(moderation.next),
    k: () => moderation.previous !== undefined && moderation.open(moderation.previous),
  })
  return (
    <div className="queue-bar">
      <ErrorAlert error={error} />
      <Group gap="xs" role="toolbar" aria-label={t`Decision`}>
        {isAllowed('Approve') && (
          <ShortcutButton shortcut="A" color="teal.9" loading={isPending} onClick={() => run('approve')}>
            <Trans>Approve</Trans>
          </ShortcutButton>
        )}
        {isAllowed('Reject') && (
          <ShortcutButton shortcut="R" color="red" onClick={() => setDialog('reject')}>
            <Trans>Reject</Trans>
          </ShortcutButton>
        )}
        <ChangeButtons
          isAllowed={isAllowed}
          isPending={isPending}
          approve={() => run('approveChange')}
          reject={() => setDialog('rejectChange')}
        />
        {isAllowed('Pause') && (
          <Button variant="default" loading={isPending} onClick={() => run('pause')}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {isAllowed('Resume') && (
          <Button variant="default" loading={isPending} onClick={() => run('resume')}>
            <Trans>Resume</Trans>
          </Button>
        )}
        {isAllowed('Suspend') && (
          <Button variant="light" color="red" onClick={() => setDialog('suspend')}>
            <Trans>Suspend now</Trans>
          </Button>
        )}
        <PreviousNext position={moderation} />
      </Group>
      <ModerationDialogs
        openDialog={openDialog}
        offer={offer}
        close={() => setDialog(undefined)}
        onDecided={() => moderation.open(moderation.next)}
      />
    </div>
  )
}

type ChangeButtonsProps = {
  readonly isAllowed: (action: string) => boolean
  readonly isPending: boolean
  readonly approve: () => void
  readonly reject: () => void
}

/** Decides on a change of an active offer. */
const ChangeButtons = ({ isAllowed, isPending, approve, reject }: ChangeButtonsProps) => (
  <>
    {isAllowed('ApproveChange') && (
      <ShortcutButton shortcut="A" color="teal.9" loading={isPending} onClick={approve}>
        <Trans>Approve change</Trans>
      </ShortcutButton>
    )}
    {isAllowed('RejectChange') && (
      <ShortcutButton shortcut="R" color="red" onClick={reject}>
        <Trans>Reject change</Trans>
      </ShortcutButton>
    )}
  </>
)
