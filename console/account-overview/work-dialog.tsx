import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { LoadedWork } from '../executions/work-on-demand.tsx'
import { Dialog } from '../ui/action-button.tsx'
import { RecordNumber } from '../ui/record-number.tsx'

/** Opens a submission in a dialog. */
export function WorkDialogButton({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className="numeric"
        aria-label={t`View submission ${id}`}
        onClick={dialog.open}
      >
        <RecordNumber id={id} />
      </Button>
      <Dialog title={t`Submission ${id}`} isOpen={isOpen} close={dialog.close} size="xl">
        <LoadedWork reportId={id} />
      </Dialog>
    </>
  )
}
