import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { groupA } from '../api.ts'
import { type Headers, useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { PreviousNext, ShortcutButton } from '../ui/queue/queue-bar.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { type ModerationDialog, ModerationDialogs } from './moderation-dialogs.tsx'
import { changedNouns, type ModerationProps, useApproval } from './use-decisions.ts'

/** Pauses and resumes the open offer. */
function usePause({ offer }: ModerationProps) {
  const { t } = useLingui()
  const params = (header: Headers) => ({ params: { path: { offerId: offer.id }, header } })
  const mutations = {
    pause: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/pause', params(header)),
    ),
    resume: useApiMutation<null, unknown>(changedNouns, (_, header) =>
      groupA.POST('/api/operator/offers/{offerId}/resume', params(header)),
    ),
  }
  const messages = { pause: t`Paused. No new reservations.`, resume: t`Resumed.` }
  const { pause, resume } = mutations
  return {
    run: (name: keyof typeof messages) =>
      mutations[name].mutate(null, { onSuccess: () => notifySuccess(messages[name]) }),
    error: pause.error ?? resume.error,
    isPending: pause.isPending || resume.isPending,
  }
}

/** Actions on the open offer with their keyboard shortcuts; always visible. */
export function ModerationBar({ moderation, offer }: ModerationProps) {
  const { t } = useLingui()
  const { run, error, isPending } = usePause({ moderation, offer })
  const approve = useApproval({ moderation, offer })
  const [openDialog, setDialog] = useState<ModerationDialog>()
  const isAllowed = (action: string) => offer.allowedActions.includes(action)
  useShortcuts({
    a: () => {
      if (isAllowed('Approve') && !isPending) approve('approve')
      else if (isAllowed('ApproveChange') && !isPending) approve('approveChange')
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
          <ShortcutButton shortcut="A" color="teal.9" loading={isPending} onClick={() => approve('approve')}>
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
          approve={() => approve('approveChange')}
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
        moderation={moderation}
        offer={offer}
        close={() => setDialog(undefined)}
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
