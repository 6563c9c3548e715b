import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { costOf, slotsOf, type TaskWithItems } from './item-slots.ts'
import { ItemsInput } from './items-input.tsx'
import { type NewItem, readRows } from './read-rows.ts'
import { changedByItems, isPaid, useMoneySaid } from './selected-items.tsx'
import { uploadItems } from './uploads.ts'
import { noSource, useItemSource } from './use-item-source.ts'

type AddItemsProps = {
  readonly task: TaskWithItems
  /** Whether the offer has no items yet. */
  readonly isFirst: boolean
  /** Whether an import has failed. */
  readonly isRetry?: boolean
}

/** Adds items from a file or from pasted rows. */
export function AddItems({ task, isFirst, isRetry = false }: AddItemsProps) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="compact-md" variant={isFirst || isRetry ? 'filled' : 'default'} onClick={dialog.open}>
        {isRetry ? t`Import a corrected file` : t`Add items`}
      </Button>
      <Dialog title={t`Add items`} isOpen={isOpen} close={dialog.close} size="lg">
        {isOpen && <AddForm task={task} close={dialog.close} />}
      </Dialog>
    </>
  )
}

type AddFormProps = { readonly task: TaskWithItems; readonly close: () => void }

function AddForm({ task, close }: AddFormProps) {
  const { t } = useLingui()
  const [input, setInput] = useState(noSource)
  const source = useItemSource(input, setInput)
  const moneySaid = useMoneySaid(task)
  const add = useApiMutation(changedByItems, (items: NewItem[], header) =>
    groupB.POST('/tasks/{id}/items', { params: { path: { id: task.id }, header }, body: { items: items as never } }),
  )
  const { sample, kind, file, known } = source
  const submit = async () => {
    if (kind === 'file' && file && known) {
      void uploadItems(task.id, file, known.delimiter)
      return close()
    }
    add.mutate([...(await readRows(source.text))], {
      onSuccess: (after) => {
        close()
        notifySuccess(moneySaid(after))
      },
    })
  }
  return (
    <Stack gap="md">
      <ItemsInput source={source} />
      {sample && <AddedCost task={task} count={sample.count} />}
      <ErrorAlert error={add.error} />
      <DialogButtons close={close}>
        <Button
          disabled={!sample || Boolean(source.error) || (kind === 'file' && !file)}
          loading={add.isPending}
          onClick={() => void submit()}
        >
          {kind === 'file' ? t`Import` : t`Add items`}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

/** What new items cost, before they are added, and that those of the task stay: a file that is imported again doubles them. */
function AddedCost({ task, count }: { readonly task: TaskWithItems; readonly count: number }) {
  const slots = slotsOf(count, task)
  const cost = <Money amount={costOf(slots, task.costPerAction)} currency={task.currency} />
  const { open, inProgress, completed, waiting } = task.itemCounts
  const present = open + inProgress + completed + waiting
  return (
    <Text size="sm" component="div">
      {present > 0 && (
        <>
          <Plural
            value={present}
            one="The task keeps its # item and gets these in addition."
            other="The task keeps its # items and gets these in addition."
          />{' '}
        </>
      )}
      {isPaid(task) ? (
        <Trans>Up to {cost} are held on your balance for the answers.</Trans>
      ) : (
        <Trans>The answers cost up to {cost}. Nothing is held until you submit the task.</Trans>
      )}
    </Text>
  )
}
