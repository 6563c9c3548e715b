import { Trans, useLingui } from '@lingui/react/macro'
import { AppShell, Burger, Container, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAccount } from '../accounts/session.ts'
import { useConnectionLost } from '../connection.ts'
import { brandLogo, useBrandName } from '../ui/brand.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { BottomTabs, bottomTabsHeight, useHasBottomTabs } from './bottom-tabs.tsx'
import { HeaderControls } from './header-controls.tsx'
import { Menu } from './menu.tsx'
import { Offline } from './offline.tsx'
import { PublicFooter } from './public-footer.tsx'
import { isOwnPage, isPublicPage, isWidePage } from './public-pages.ts'
import { SessionEnded } from './session-ended.tsx'
import { Unavailable } from './unavailable.tsx'

/** The frame of every page, once the first one could be opened. */
export function Frame() {
  const isLost = useConnectionLost()
  const isStarting = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation === undefined })
  return isStarting && isLost ? <Unavailable /> : <FrameOfPage />
}

/** The name, the user and the menu around a page. */
function FrameOfPage() {
  const { t } = useLingui()
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const brand = useBrandName()
  const main = useRef<HTMLElement>(null)
  const { data: account } = useAccount(false)
  const isPublic = isPublicPage(pathname) || (!isOwnPage(pathname) && !account)
  const hasBottomTabs = useHasBottomTabs() && !isPublic
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu.
  useEffect(menu.close, [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      {...(isPublic
        ? {}
        : { navbar: { width: { base: 232, lg: 264 }, breakpoint: 'sm', collapsed: { mobile: !isOpen } } })}
      {...(hasBottomTabs ? { footer: { height: bottomTabsHeight } } : {})}
      padding="md"
    >
      <AppShell.Header>
        <a className="skip-link" href="#main">
          <Trans>Skip to content</Trans>
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            {!isPublic && (
              <Burger
                opened={isOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t`Menu`}
                aria-expanded={isOpen}
              />
            )}
            <LinkAnchor to="/" underline="never" c="inherit" aria-label={t`${brand}: home`}>
              <Group gap={8} wrap="nowrap">
                <img src={brandLogo()} alt="" className="brand-logo" />
                <Text fw={600} visibleFrom="xs">
                  {brand}
                </Text>
              </Group>
            </LinkAnchor>
          </Group>
          <HeaderControls isPublic={isPublic} />
        </Group>
      </AppShell.Header>
      {!isPublic && <Navigation />}
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        <Offline />
        <Container size={isPublic && !isWidePage(pathname) ? 460 : 1180} px={0} py="md">
          <Outlet />
          {isPublic && <PublicFooter />}
        </Container>
      </AppShell.Main>
      {hasBottomTabs && <BottomTabs />}
      <SessionEnded />
    </AppShell>
  )
}

function Navigation() {
  const { t } = useLingui()
  const { data: account } = useAccount()
  return (
    <AppShell.Navbar p="sm" aria-label={t`Main menu`} style={{ overflowY: 'auto' }}>
      {account && <Menu account={account} />}
    </AppShell.Navbar>
  )
}
