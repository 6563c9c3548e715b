import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import './queue.css'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import type { QueuePosition } from './queue-position.ts'

type ShortcutButtonProps = ButtonProps & {
  readonly shortcut?: string
  readonly 'aria-label'?: string
  readonly onClick: () => void
}

/**
 * A button with its keyboard shortcut, if it has one now. The second click of a double click is ignored: it would decide on the next entry,
 * which nobody has read.
 */
export const ShortcutButton = ({ shortcut, children, onClick, ...button }: ShortcutButtonProps) => (
  <Button
    {...button}
    onClick={({ detail }) => detail <= 1 && onClick()}
    {...(shortcut && {
      'aria-keyshortcuts': shortcut,
      rightSection: (
        <span className="queue-key" aria-hidden="true">
          {shortcut}
        </span>
      ),
    })}
  >
    {children}
  </Button>
)

/** Buttons for the previous and next entry. */
export function PreviousNext({ position: { next, previous, open } }: { readonly position: QueuePosition }) {
  const { t } = useLingui()
  const shared = { size: 36, variant: 'default' } as const
  return (
    <Group gap={4} ml="auto" wrap="nowrap">
      <ActionIcon
        {...shared}
        aria-label={t`Previous`}
        aria-keyshortcuts="K"
        disabled={previous === undefined}
        onClick={() => open(previous)}
      >
        <ArrowLeftIcon />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t`Next`}
        aria-keyshortcuts="J"
        disabled={next === undefined}
        onClick={() => open(next)}
      >
        <ArrowRightIcon />
      </ActionIcon>
    </Group>
  )
}
