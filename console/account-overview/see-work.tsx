import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { workForOperator } from '../executions/held-work.tsx'
import { WorkForOperator } from '../executions/work-for-operator.tsx'
import { Dialog } from '../ui/action-button.tsx'
import { Loaded } from '../ui/waiting.tsx'

/** Opens a submission in a dialog. */
export function SeeWork({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className="figures"
        aria-label={t`View work ${id}`}
        onClick={dialog.open}
      >
        № {id}
      </Button>
      <Dialog title={t`Work ${id}`} isOpen={isOpen} close={dialog.close} size="xl">
        <Shown id={id} />
      </Dialog>
    </>
  )
}

function Shown({ id }: { readonly id: number }) {
  const work = useQuery(workForOperator(id))
  return <Loaded query={work}>{(found) => <WorkForOperator found={found} />}</Loaded>
}
