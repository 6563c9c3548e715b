import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The filters in the address, without the position in the list and what is open. */
export function useShownFilters(): Readonly<Record<string, string>> {
  const { search } = useRouterState({ select: ({ location }) => location })
  const { cursor: _, offer: __, ...filters } = search as Readonly<Record<string, string>>
  return filters
}

/** The filters of a list. A phone shows them behind a button, unless one is set. */
export function FilterRow({ children }: { readonly children: ReactNode }) {
  const isSet = Object.keys(useShownFilters()).length > 0
  const [isOpen, { toggle }] = useDisclosure(isSet)
  return (
    <>
      <Group hiddenFrom="sm">
        <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
          <Trans>Filters</Trans>
        </Button>
      </Group>
      <Group gap="sm" align="flex-end" {...(isOpen ? {} : { visibleFrom: 'sm' })}>
        {children}
      </Group>
    </>
  )
}
