import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Paper, Text } from '@mantine/core'
import { sumOfAmounts } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { ShortcutButton } from '../../ui/queue/queue-bar.tsx'
import { type BulkAction, reportsFor } from './many-reports.ts'
import type { Selection } from './selection.ts'

type SelectionBarProps = { readonly selection: Selection; readonly onAction: (action: BulkAction) => void }

/** How much is selected, and the decisions on all of it. The keys decide on the selection while there is one. */
export function SelectionBar({ selection: { reports, clear }, onAction }: SelectionBarProps) {
  const { t } = useLingui()
  const [first] = reports
  if (!first) return null
  const cost = sumOfAmounts(reportsFor('accept', reports).map(({ costPerAction }) => costPerAction))
  const buttons = [
    { action: 'accept', shortcut: 'A', color: 'teal.9', children: t`Accept`, 'aria-label': t`Accept selected` },
    { action: 'reject', shortcut: 'R', color: 'red', children: t`Reject`, 'aria-label': t`Reject selected` },
    { action: 'rework', shortcut: 'W', children: t`Request changes`, 'aria-label': t`Request changes for selected` },
    { action: 'bonus', children: t`Pay a bonus`, 'aria-label': t`Pay a bonus for selected` },
  ] as const
  return (
    <Paper withBorder p="xs" radius="md" role="toolbar" aria-label={t`Selected submissions`}>
      <Text size="sm" fw={600} aria-live="polite" component="div" mb={6}>
        <Plural value={reports.length} one="# selected" other="# selected" />
        {cost > 0 && (
          <>
            {' · '}
            <Money amount={cost} currency={first.currency} />
          </>
        )}
      </Text>
      <div className="selection-actions">
        {buttons
          .filter(({ action }) => reportsFor(action, reports).length > 0)
          .map(({ action, ...button }) => (
            <ShortcutButton
              key={action}
              size="compact-sm"
              {...('color' in button ? {} : { variant: 'default' })}
              {...button}
              onClick={() => onAction(action)}
            />
          ))}
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          <Trans>Clear selection</Trans>
        </Button>
      </div>
    </Paper>
  )
}
