import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { workStatuses } from '../status.tsx'

/** Tabs that filter the list by status; each has its own URL. */
export function WorkTabs({ status }: { readonly status: string | undefined }) {
  const { t } = useLingui()
  const word = useLabels(Object.fromEntries(Object.entries(workStatuses).map(([name, { label }]) => [name, label])))
  const tabs = [undefined, ...Object.keys(workStatuses)]
  return (
    <Group component="nav" gap={6} aria-label={t`By status`}>
      {tabs.map((tab) => (
        <LinkButton
          key={tab ?? ''}
          to="/executor/work"
          search={{ status: tab }}
          size="compact-sm"
          variant={tab === status ? 'filled' : 'default'}
          {...(tab === status ? { 'aria-current': 'page' as const } : {})}
        >
          {tab ? word(tab) : t`All`}
        </LinkButton>
      ))}
    </Group>
  )
}
