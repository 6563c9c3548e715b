import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Parts of an address that are no filters: the page of a list, and what is open. */
const places = ['cursor', 'offer', 'item', 'part']

/** The filters of a list. A phone shows them behind a button, unless one is set. */
export function FilterRow({ children }: { readonly children: ReactNode }) {
  const isSet = useRouterState({
    select: ({ location }) => Object.keys(location.search).some((name) => !places.includes(name)),
  })
  const [isOpen, { toggle }] = useDisclosure(isSet)
  return (
    <>
      <Group hiddenFrom="sm">
        <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
          <Trans>Filters</Trans>
        </Button>
      </Group>
      <Group gap="sm" align="flex-end" className="filter-row" data-folded={!isOpen}>
        {children}
      </Group>
    </>
  )
}
