import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api.ts'
import { problemText } from '../problem-texts.ts'

/** How long a decision can be undone, in milliseconds. */
const undoMs = 5_000
/** Decisions listed in the toast; older ones are counted. */
const listedMax = 4
const toastId = 'undo'

type UndoableAction = {
  /** The records decided on, such as `withdrawal 12`; lists show them as pending. */
  readonly keys: readonly string[]
  /** Says what was decided, with the sum. */
  readonly message: string
  /** Sends the decision, and resolves when the lists have it. Its request must set `keepalive`, because it may be sent while the page closes. */
  readonly run: () => Promise<unknown>
  readonly onUndo?: () => void
}

type Pending = UndoableAction & { readonly timer: ReturnType<typeof setTimeout> }
let pending: ReadonlyMap<string, Pending> = new Map()
/** Decisions that are being sent: their records stay out of the lists until these are read again. */
let sending: readonly UndoableAction[] = []
let pendingKeys: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let serial = 0

function setPending(next: ReadonlyMap<string, Pending>): void {
  if (next.size === 0) notifications.hide(toastId)
  else if (pending.size === 0) showToast()
  pending = next
  publish()
}

function publish(): void {
  pendingKeys = new Set([...pending.values(), ...sending].flatMap(({ keys }) => keys))
  for (const listener of listeners) listener()
}

function send(name: string): void {
  const action = pending.get(name)
  if (!action) return
  sending = [...sending, action]
  take(name)
  void action.run().finally(() => {
    sending = sending.filter((other) => other !== action)
    publish()
  })
}

function take(name: string): Pending | undefined {
  const found = pending.get(name)
  if (!found) return undefined
  clearTimeout(found.timer)
  setPending(new Map([...pending].filter(([other]) => other !== name)))
  return found
}

const showToast = (): void => {
  notifications.show({
    id: toastId,
    message: <UndoList />,
    color: 'teal',
    autoClose: false,
    withCloseButton: false,
  })
}

// A decision counts even if the page is closed before its time to undo has passed.
globalThis.addEventListener('pagehide', () => {
  for (const name of [...pending.keys()]) send(name)
})

/** Sends a decision after five seconds, unless the user undoes it. */
export function runWithUndo(action: UndoableAction): void {
  serial += 1
  const name = `undo-${serial}`
  const timer = setTimeout(() => send(name), undoMs)
  setPending(new Map([...pending, [name, { ...action, timer }]]))
}

const undo = (name: string | undefined): void => {
  if (name !== undefined) take(name)?.onUndo?.()
}

/** Undoes the latest decision whose time to undo has not passed. */
export const undoLatest = (): void => undo([...pending.keys()].at(-1))

/** Says that a decision was refused after its page was left. */
export const notifyFailure = (message: string, error: Error): void => {
  const closeButtonProps = { 'aria-label': i18n._(msg`Close`) }
  const reason = error instanceof ApiError ? problemText(error) : error.message
  notifications.show({ title: message, message: reason, color: 'red', autoClose: false, closeButtonProps })
}

/** The decisions that can be undone, the latest first. */
function UndoList() {
  const all = [...useSyncExternalStore(subscribe, () => pending)].toReversed()
  const restCount = all.length - listedMax
  return (
    <Stack gap={6}>
      {all.slice(0, listedMax).map(([name, { message }]) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{message}</Text>
          <Button size="compact-sm" variant="default" onClick={() => undo(name)}>
            <Trans>Undo</Trans>
          </Button>
        </Group>
      ))}
      {restCount > 0 && (
        <Text size="xs" c="dimmed">
          <Plural value={restCount} one="and # more" other="and # more" />
        </Text>
      )}
    </Stack>
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the keys of the records whose decisions are still to be sent. */
export const usePendingKeys = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => pendingKeys)
