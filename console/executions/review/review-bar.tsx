import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { LinkButton } from '../../ui/links.tsx'
import { PreviousNext, ShortcutButton } from '../../ui/queue/queue-bar.tsx'
import { AcceptancePayment } from '../acceptance-payment.tsx'
import type { Report, ReviewState } from './review-state.ts'

/** The dialogs of the review page, by name. */
export type ReviewDialog =
  | 'accept'
  | 'reject'
  | 'rework'
  | 'bonus'
  | 'override'
  | 'withdraw'
  | 'unmet'
  | 'unmet-feedback'
  | 'keys'
  | undefined

type ReviewBarProps = {
  readonly review: ReviewState
  readonly report: Report
  readonly allowed: readonly string[]
  readonly accept: () => void
  readonly acceptWithFeedback: () => void
  readonly setDialog: (question: ReviewDialog) => void
  /** Whether the keys decide on the open report, and not on a selection. */
  readonly hasKeys: boolean
}

/** The actions on the open report with their keys; always visible. */
export function ReviewBar(props: ReviewBarProps) {
  const { review, report, allowed, accept, acceptWithFeedback, setDialog, hasKeys } = props
  const { t } = useLingui()
  const key = (name: string) => (hasKeys ? { shortcut: name } : {})
  const isAllowed = (action: string) => allowed.includes(action)
  return (
    <Group className="queue-bar" gap="xs" role="toolbar" aria-label={t`Decision`}>
      {(isAllowed('Accept') || isAllowed('OverrideRejection')) && <AcceptancePayment reports={[report]} />}
      {isAllowed('Accept') && (
        <Button.Group>
          <ShortcutButton {...key('A')} color="teal.9" onClick={accept}>
            <Trans>Accept</Trans>
          </ShortcutButton>
          <Button variant="default" px="sm" onClick={acceptWithFeedback} aria-label={t`Accept with feedback`}>
            <Trans>with feedback</Trans>
          </Button>
        </Button.Group>
      )}
      {isAllowed('RequestRework') && (
        <ShortcutButton {...key('W')} variant="default" onClick={() => setDialog('rework')}>
          <Trans>Request changes</Trans>
        </ShortcutButton>
      )}
      {isAllowed('Reject') && (
        <ShortcutButton {...key('R')} color="red" onClick={() => setDialog('reject')}>
          <Trans>Reject</Trans>
        </ShortcutButton>
      )}
      <OtherActions isAllowed={isAllowed} setDialog={setDialog} />
      <PreviousNext position={review} />
    </Group>
  )
}

type OtherActionsProps = {
  readonly isAllowed: (action: string) => boolean
  readonly setDialog: (question: ReviewDialog) => void
}

const OtherActions = ({ isAllowed, setDialog }: OtherActionsProps) => (
  <>
    {isAllowed('WithdrawRejection') && (
      <Button variant="default" onClick={() => setDialog('withdraw')}>
        <Trans>Withdraw rejection</Trans>
      </Button>
    )}
    {isAllowed('OverrideRejection') && (
      <Button variant="default" onClick={() => setDialog('override')}>
        <Trans>Accept anyway</Trans>
      </Button>
    )}
    {isAllowed('Concede') && (
      <LinkButton to="/advertiser/disputes" variant="default">
        <Trans>View dispute</Trans>
      </LinkButton>
    )}
    {isAllowed('Bonus') && (
      <Button variant="default" onClick={() => setDialog('bonus')}>
        <Trans>Pay a bonus</Trans>
      </Button>
    )}
  </>
)
