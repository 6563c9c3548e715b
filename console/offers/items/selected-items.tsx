import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { type B, groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton, notifySuccess } from '../../ui/action-button.tsx'
import { moneyIn } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { costOf, type ItemResult, slotsToAskAgain, type TaskWithItems } from './item-slots.ts'

export const changedByItems = ['items', 'offers', 'payments']
const idsMax = 1_000

/** Returns a function that says how much money a change of items held or released. */
export function useMoneySaid(task: TaskWithItems): (after: B['ChangedItems']) => string {
  const { t, i18n } = useLingui()
  const { costPerAction, currency, totalLimit } = task
  return (after) => {
    const slots = after.totalLimit - totalLimit
    const amount = moneyIn(i18n.locale, costOf(Math.abs(slots), costPerAction), currency)
    if (slots === 0 || !isPaid(task)) return t`Items changed.`
    return slots > 0 ? t`Items changed. Held: ${amount}` : t`Items changed. Released: ${amount}`
  }
}

/** Whether money is held for the slots of the offer. */
export const isPaid = ({ status }: TaskWithItems): boolean => status !== 'Draft' && status !== 'Rejected'

const useCancel = (task: TaskWithItems) =>
  useApiMutation(changedByItems, (body: { itemIds: number[] } | { all: true }, header) =>
    groupB.POST('/tasks/{id}/items/cancel', { params: { path: { id: task.id }, header }, body }),
  )

/** Cancels all items that still need answers. */
export function CancelAll({ task }: { readonly task: TaskWithItems }) {
  const { t } = useLingui()
  const cancel = useCancel(task)
  const moneySaid = useMoneySaid(task)
  const count = task.itemCounts.open + task.itemCounts.waiting
  if (count === 0) return null
  return (
    <ActionButton
      label={t`Cancel all items`}
      variant="default"
      color="red"
      size="compact-md"
      mutation={cancel}
      input={{ all: true as const }}
      onSuccess={(after) => notifySuccess(moneySaid(after))}
      confirm={
        <>
          <Plural value={count} one="# item gets no further answers." other="# items get no further answers." />{' '}
          <Released task={task} />
        </>
      }
    />
  )
}

/** What cancelling does to the money of an offer. */
function Released({ task }: { readonly task: TaskWithItems }) {
  const { remaining } = task.counts
  if (!isPaid(task)) return <Trans>No money is held yet.</Trans>
  const amount = costOf(remaining, task.costPerAction)
  return (
    <Trans>
      The money for answers that nobody works on is released: up to <Money amount={amount} currency={task.currency} />.
      Answers that were given stay, and work that has begun is paid if you accept it.
    </Trans>
  )
}

type SelectedItemsProps = {
  readonly task: TaskWithItems
  readonly items: readonly ItemResult[]
  readonly clear: () => void
}

/** What can be done with the selected items. */
export function SelectedItems({ task, items, clear }: SelectedItemsProps) {
  const { t } = useLingui()
  const cancel = useCancel(task)
  const moneySaid = useMoneySaid(task)
  const waiting = items.filter(({ status }) => status === 'Waiting')
  const done = (after: B['ChangedItems']) => {
    clear()
    notifySuccess(moneySaid(after))
  }
  const itemIds = items.slice(0, idsMax).map(({ itemId }) => itemId)
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-label={t`Selected items`}>
      <Group gap="sm">
        <Text size="sm" role="status">
          <Plural value={items.length} one="# item selected" other="# items selected" />
        </Text>
        {waiting.length > 0 && <AskAgain task={task} items={waiting.slice(0, idsMax)} done={done} />}
        <ActionButton
          label={t`Cancel items`}
          variant="default"
          color="red"
          size="compact-md"
          mutation={cancel}
          input={{ itemIds }}
          onSuccess={done}
          confirm={
            <>
              <Plural
                value={items.length}
                one="# item gets no further answers."
                other="# items get no further answers."
              />{' '}
              <Released task={task} />
            </>
          }
        />
        <Button variant="subtle" size="compact-md" onClick={clear}>
          <Trans>Clear selection</Trans>
        </Button>
      </Group>
    </Paper>
  )
}

type AskAgainProps = Omit<SelectedItemsProps, 'clear'> & { readonly done: (after: B['ChangedItems']) => void }

function AskAgain({ task, items, done }: AskAgainProps) {
  const { t } = useLingui()
  const askAgain = useApiMutation(changedByItems, (itemIds: number[], header) =>
    groupB.POST('/tasks/{id}/items/ask-again', { params: { path: { id: task.id }, header }, body: { itemIds } }),
  )
  const amount = costOf(slotsToAskAgain(items, task), task.costPerAction)
  return (
    <ActionButton
      label={t`Ask again`}
      size="compact-md"
      mutation={askAgain}
      input={items.map(({ itemId }) => itemId)}
      onSuccess={done}
      confirm={
        isPaid(task) ? (
          <Trans>
            Other executors answer the waiting items. About <Money amount={amount} currency={task.currency} /> are held
            on your balance for it.
          </Trans>
        ) : (
          <Trans>Other executors answer the waiting items once the task is published.</Trans>
        )
      }
    />
  )
}
