import { useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { B } from '../../api.ts'
import { Count } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { countNames, itemStatuses } from './item-labels.ts'

export type ItemSearch = Readonly<Partial<Record<'item' | 'items', string | undefined>>>
type ItemTabsProps = { readonly counts: B['ItemCounts']; readonly search: ItemSearch }

/** Tabs that filter the items by status, with their numbers. A status without items is left out. */
export function ItemTabs({ counts, search }: ItemTabsProps) {
  const { t, i18n } = useLingui()
  const statuses = Object.entries(countNames).filter(
    ([status, name]) => (counts[name] ?? 0) > 0 || search.item === status,
  )
  const all = Object.values(countNames).reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  const tabs = [
    { status: undefined, label: t`All`, count: all },
    ...statuses.map(([status, name]) => ({
      status,
      label: itemStatuses[status] ? i18n._(itemStatuses[status].label) : status,
      count: counts[name] ?? 0,
    })),
  ]
  return (
    <Group component="nav" gap={6} className="scroll-row" aria-label={t`Items by status`}>
      {tabs.map(({ status, label, count }) => (
        <LinkButton
          key={label}
          to="."
          search={(now: object) => ({ ...now, item: status, items: undefined }) as never}
          resetScroll={false}
          size="compact-md"
          variant={status === search.item ? 'filled' : 'default'}
          {...(status === search.item ? { 'aria-current': 'page' as const } : {})}
          rightSection={
            <Text span size="xs">
              <Count value={count} />
            </Text>
          }
        >
          {label}
        </LinkButton>
      ))}
    </Group>
  )
}
