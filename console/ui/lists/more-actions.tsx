import { useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps, Popover, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type MoreActionsProps = {
  readonly size: NonNullable<ButtonProps['size']>
  /** Names the record, for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/** The rarer actions on a record, behind a button. They stay mounted, so that a dialog of theirs outlives the popover. */
export function MoreActions({ size, label, children }: MoreActionsProps) {
  const { t } = useLingui()
  return (
    <Popover position="bottom-end" keepMounted keepMountedMode="display-none">
      <Popover.Target>
        <Button size={size} variant="default" aria-label={label}>
          {t`More`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
