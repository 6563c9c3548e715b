import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, List, Text } from '@mantine/core'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { AcceptancePayment } from '../acceptance-payment.tsx'
import type { Criterion } from '../criteria.tsx'
import type { ReviewDialog } from './review-bar.tsx'
import type { ListedReport } from './review-state.ts'

type SuggestedButtonsProps = {
  readonly close: () => void
  readonly requestChanges: (() => void) | undefined
  readonly acceptAnyway: () => void
}

/** Suggests to request changes instead of accepting. */
export const SuggestedButtons = ({ close, requestChanges, acceptAnyway }: SuggestedButtonsProps) => (
  <DialogButtons close={close}>
    <Button variant="default" onClick={acceptAnyway}>
      <Trans>Accept anyway</Trans>
    </Button>
    {requestChanges && (
      <Button onClick={requestChanges} data-autofocus>
        <Trans>Request changes</Trans>
      </Button>
    )}
  </DialogButtons>
)

type UnmetCriteriaDialogProps = {
  readonly report: ListedReport
  readonly unmet: readonly Criterion[]
  readonly openDialog: ReviewDialog
  readonly setDialog: (dialog: ReviewDialog) => void
  readonly allowed: readonly string[]
  readonly accept: () => void
}

/** Asks before work is accepted that fails a required criterion. */
export function UnmetCriteriaDialog(props: UnmetCriteriaDialogProps) {
  const { report, unmet, openDialog, setDialog, allowed, accept } = props
  const { t } = useLingui()
  const close = () => setDialog(undefined)
  const acceptAnyway = () => {
    setDialog(openDialog === 'unmet-feedback' ? 'accept' : undefined)
    if (openDialog === 'unmet') accept()
  }
  const requestChanges = allowed.includes('RequestRework') ? () => setDialog('rework') : undefined
  return (
    <Dialog
      title={t`Required criteria are not met`}
      isOpen={openDialog === 'unmet' || openDialog === 'unmet-feedback'}
      close={close}
    >
      <Text size="sm">
        <Plural
          value={unmet.length}
          one="You marked a required criterion as not met:"
          other="You marked # required criteria as not met:"
        />
      </Text>
      <List size="sm">
        {unmet.map(({ id, text }) => (
          <List.Item key={id}>
            <UserText text={text} size="sm" />
          </List.Item>
        ))}
      </List>
      <AcceptancePayment reports={[report]} />
      <SuggestedButtons close={close} requestChanges={requestChanges} acceptAnyway={acceptAnyway} />
    </Dialog>
  )
}
