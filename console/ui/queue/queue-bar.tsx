import './queue.css'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import { ArrowLeft, ArrowRight } from '../icons.tsx'
import type { QueuePosition } from './queue-position.ts'

type KeyedProps = ButtonProps & { readonly letter: string; readonly onClick: () => void }

/** A button with its keyboard shortcut. */
export const Keyed = ({ letter, children, ...button }: KeyedProps) => (
  <Button
    {...button}
    aria-keyshortcuts={letter}
    rightSection={
      <span className="desk-key" aria-hidden="true">
        {letter}
      </span>
    }
  >
    {children}
  </Button>
)

/** Buttons for the previous and next entry. */
export function Steps({ desk: { next, previous, open } }: { readonly desk: QueuePosition }) {
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
        <ArrowLeft />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t`Next`}
        aria-keyshortcuts="J"
        disabled={next === undefined}
        onClick={() => open(next)}
      >
        <ArrowRight />
      </ActionIcon>
    </Group>
  )
}
