import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

/** How long a decision can be undone, in milliseconds. */
const undoMs = 5_000

type UndoableAction = {
  /** The records decided on, such as `withdrawal 12`; lists show them as pending. */
  readonly keys: readonly string[]
  /** Says what was decided, with the sum. */
  readonly message: string
  /** Sends the decision. Its request must set `keepalive`, because it may be sent while the page closes. */
  readonly run: () => void
  readonly onUndo?: () => void
}

type Pending = UndoableAction & { readonly timer: ReturnType<typeof setTimeout> }
let pending: ReadonlyMap<string, Pending> = new Map()
let pendingKeys: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let serial = 0

function setPending(next: ReadonlyMap<string, Pending>): void {
  pending = next
  pendingKeys = new Set([...next.values()].flatMap(({ keys }) => keys))
  for (const listener of listeners) listener()
}

function take(name: string): Pending | undefined {
  const found = pending.get(name)
  if (!found) return undefined
  clearTimeout(found.timer)
  setPending(new Map([...pending].filter(([other]) => other !== name)))
  notifications.hide(name)
  return found
}

// A decision counts even if the page is closed before its time to undo has passed.
globalThis.addEventListener('pagehide', () => {
  for (const name of [...pending.keys()]) take(name)?.run()
})

/** Sends a decision after five seconds, unless the user undoes it. */
export function runWithUndo(action: UndoableAction): void {
  serial += 1
  const name = `undo-${serial}`
  const timer = setTimeout(() => take(name)?.run(), undoMs)
  setPending(new Map([...pending, [name, { ...action, timer }]]))
  notifications.show({
    id: name,
    message: <UndoMessage message={action.message} undo={() => take(name)?.onUndo?.()} />,
    color: 'teal',
    autoClose: false,
    withCloseButton: false,
  })
}

/** Says that a decision was refused after its page was left. */
export const notifyFailure = (message: string, error: Error): void => {
  const closeButtonProps = { 'aria-label': i18n._(msg`Close`) }
  notifications.show({ title: message, message: error.message, color: 'red', autoClose: false, closeButtonProps })
}

const UndoMessage = ({ message, undo }: { readonly message: string; readonly undo: () => void }) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <Text size="sm">{message}</Text>
    <Button size="compact-sm" variant="default" onClick={undo}>
      <Trans>Undo</Trans>
    </Button>
  </Group>
)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the keys of the records whose decisions are still to be sent. */
export const usePendingKeys = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => pendingKeys)
