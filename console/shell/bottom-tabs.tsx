import { useLingui } from '@lingui/react/macro'
import { AppShell, Indicator } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { BellIcon, ClipboardListIcon, CompassIcon, WalletIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccount } from '../accounts/session.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useUnreadCount } from './notification-bell.tsx'
import './bottom-tabs.css'

/** The height on phones; `env` is the part of the screen that the phone itself uses. Wider screens have the menu. */
export const bottomTabsHeight = { base: 'calc(3.5rem + env(safe-area-inset-bottom))', sm: 0 }

/** Whether the page has the tabs of executors. The other roles' pages have bars of their own at the bottom. */
export function useHasBottomTabs(): boolean {
  const { pathname } = useLocation()
  const { data: account } = useAccount(false)
  const isOthers = pathname.startsWith('/advertiser') || pathname.startsWith('/operator')
  return account?.roles.includes('Executor') === true && !isOthers
}

/** The main pages of executors, at the bottom of phones. */
export function BottomTabs() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const unread = useUnreadCount()
  const isWithin = (...paths: readonly string[]) =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <AppShell.Footer hiddenFrom="sm">
      <nav aria-label={t`Main pages`} className="bottom-tabs">
        <Tab
          to="/executor"
          label={t`Find work`}
          isActive={/^\/executor\/?$/.test(pathname) || isWithin('/executor/offers')}
        >
          <CompassIcon />
        </Tab>
        <Tab to="/executor/work" label={t`My work`} isActive={isWithin('/executor/work', '/executor/disputes')}>
          <ClipboardListIcon />
        </Tab>
        <Tab
          to="/executor/earnings"
          label={t`Earnings`}
          isActive={isWithin('/executor/earnings', '/executor/withdrawals')}
        >
          <WalletIcon />
        </Tab>
        <Tab to="/notifications" label={t`Notifications`} isActive={isWithin('/notifications')}>
          <Indicator disabled={unread === 0} color="red.8" size={8} offset={2} lh={0}>
            <BellIcon />
          </Indicator>
        </Tab>
      </nav>
    </AppShell.Footer>
  )
}

type TabProps = {
  readonly to: '/executor' | '/executor/work' | '/executor/earnings' | '/notifications'
  readonly label: string
  readonly isActive: boolean
  readonly children: ReactNode
}

const Tab = ({ to, label, isActive, children }: TabProps) => (
  <LinkAnchor
    to={to}
    underline="never"
    className="bottom-tab"
    activeOptions={{ exact: true, includeSearch: false }}
    {...(isActive ? { 'aria-current': 'page' as const } : {})}
  >
    {children}
    <span>{label}</span>
  </LinkAnchor>
)
