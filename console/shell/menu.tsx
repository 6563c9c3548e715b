import { msg } from '@lingui/core/macro'
import { useLingui as useLanguage } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Badge, Box, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Account } from '../accounts/session.ts'
import { MenuLink } from '../ui/links.tsx'
import { isOfUse } from '../workspace.ts'
import { useFollowedCounts } from './follow-events.ts'
import type { FollowedPage } from './followed-pages.ts'
import { useMenuCounts } from './menu-counts.ts'
import { type MenuPage, menuSections } from './menu-pages.ts'
import { settingsPages } from './settings-pages.ts'

/**
 * Links to all pages of the account's roles, with the number of waiting items. Settings are in the account menu, and listed here while
 * a settings page is open.
 */
export function Menu({ account: { roles } }: { readonly account: Account }) {
  const { _ } = useLanguage()
  const { pathname } = useLocation()
  const counts = useMenuCounts(roles)
  useFollowedCounts(counts)
  const waitingOn = (page: string) => counts[page as FollowedPage] ?? 0
  return (
    <>
      {menuSections(roles).map(({ title, pages }) => (
        <MenuSection key={_(title)} title={_(title)}>
          {pages
            .filter(({ to }) => isOfUse(to))
            .map((page) => (
              <PageLink key={page.to} page={page} count={waitingOn(page.to)} />
            ))}
        </MenuSection>
      ))}
      {pathname.startsWith('/settings') && <SettingsMenu roles={roles} />}
    </>
  )
}

function MenuSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="nav" aria-label={title} mb="md">
      <Text size="xs" c="dimmed" px={8} mb={2}>
        {title}
      </Text>
      {children}
    </Box>
  )
}

const activeLink = { activeProps: { active: true, 'aria-current': 'page' } } as const
const countMax = 99

/** The first page of an area is active alone; a list is active on the pages of its records too. */
function PageLink({ page, count }: { readonly page: MenuPage; readonly count: number }) {
  const { _ } = useLanguage()
  const { t } = useLingui()
  const { pathname } = useLocation()
  const isAreaStart = page.to.lastIndexOf('/') === 0
  const isWithin = 'records' in page && pathname.startsWith(page.records)
  return (
    <MenuLink
      {...activeLink}
      {...(isWithin ? activeLink.activeProps : {})}
      activeOptions={{ exact: isAreaStart, includeSearch: false }}
      to={page.to}
      className="menu-link"
      leftSection={<page.icon />}
      label={_(page.label)}
      {...(count > 0 ? { rightSection: <WaitingCount count={count} />, 'aria-description': t`Waiting: ${count}` } : {})}
    />
  )
}

/** Screen readers read the description of the link instead. */
const WaitingCount = ({ count }: { readonly count: number }) => (
  <Badge size="md" variant="filled" aria-hidden="true" className="menu-count numeric">
    {count > countMax ? `${countMax}+` : count}
  </Badge>
)

function SettingsMenu({ roles }: { readonly roles: readonly string[] }) {
  const { _ } = useLanguage()
  return (
    <MenuSection title={_(msg`Settings`)}>
      {settingsPages(roles).map(({ to, label }) => (
        <MenuLink
          key={to}
          {...activeLink}
          className="menu-link is-plain"
          activeOptions={{ exact: false, includeSearch: false }}
          to={to}
          label={_(label)}
        />
      ))}
    </MenuSection>
  )
}
