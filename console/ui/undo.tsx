import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { delayCall } from './delayed-call.ts'

type Undoable = {
  /** What was decided, with the sum: "Accepted. $1.20 will be paid." */
  readonly message: string
  /** Sends the decision: five seconds later, or when the page is left or the next decision is made. */
  readonly send: () => void
  readonly onUndo?: () => void
}

/** Shows a decision with Undo for five seconds, and sends it only then. */
export function sendWithUndo({ message, send, onUndo }: Undoable): void {
  const hide = () => notifications.hide(id)
  const delayed = delayCall(() => {
    hide()
    send()
  })
  const undo = () => {
    delayed.cancel()
    hide()
    onUndo?.()
  }
  const id = notifications.show({
    color: 'teal',
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={undo}>
          {i18n._(msg`Undo`)}
        </Button>
      </Group>
    ),
  })
}
