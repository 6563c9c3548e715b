import { ActionIcon } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'

type MoveButtonsProps = {
  readonly place: number
  readonly count: number
  /** The names of the two buttons: up and down. */
  readonly labels: readonly [string, string]
  readonly onMove: (by: -1 | 1) => void
}

/** Moves an entry of a list. At the end of the list, the button stays, so that it keeps the focus. */
export function MoveButtons({ place, count, labels: [up, down], onMove }: MoveButtonsProps) {
  if (count < 2) return null
  const button = (label: string, by: -1 | 1, isAtEnd: boolean) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      aria-disabled={isAtEnd}
      data-disabled={isAtEnd || undefined}
      onClick={() => !isAtEnd && onMove(by)}
    >
      {by < 0 ? <ArrowUpIcon /> : <ArrowDownIcon />}
    </ActionIcon>
  )
  return (
    <ActionIcon.Group>
      {button(up, -1, place === 0)}
      {button(down, 1, place === count - 1)}
    </ActionIcon.Group>
  )
}
