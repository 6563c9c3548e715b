import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { MoonIcon, SunIcon, UserIcon } from 'lucide-react'
import { type AriaAttributes, cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { type Account, useAccount } from '../accounts/session.ts'
import { loadCode } from '../connection.ts'
import { LinkButton } from '../ui/links.tsx'
import { workspace } from '../workspace.ts'
import { BalanceLink } from './balance-link.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { isPublicPage } from './public-pages.ts'
import { QuickSearch } from './quick-search.tsx'
import { ReservationTimer } from './reservation-timer.tsx'

const loadMenus = () => loadCode(() => import('./header-menus.tsx'))
const LanguageMenu = lazy(async () => ({ default: (await loadMenus()).LanguageMenu }))
const WorkspaceMenu = lazy(async () => ({ default: (await loadMenus()).WorkspaceMenu }))
const AccountMenu = lazy(async () => ({ default: (await loadMenus()).AccountMenu }))

/** The user menu: account, notifications and display preferences. */
export function HeaderControls({ isPublic }: { readonly isPublic: boolean }) {
  const { data: account } = useAccount(!isPublic)
  const { pathname } = useLocation()
  return (
    <Group gap="xs" wrap="nowrap">
      {workspace && !isPublic && <WorkspaceButton name={workspace.name} />}
      {account?.roles.includes('Executor') && !isPublic && <ReservationTimer />}
      {account && !isPublic && <BalanceLink account={account} />}
      <LanguageButton isOnPhones={!account} />
      <ThemeSwitch isOnPhones={!account} />
      {isPublic && !isPublicPage(pathname) && (
        <LinkButton to="/sign-in" variant="default" size="compact-md">
          <Trans context="button">Sign in</Trans>
        </LinkButton>
      )}
      {account && !isPublic && <QuickSearch account={account} />}
      {account && !isPublic && !workspace && <NotificationBell />}
      {account && !isPublic && <AccountButton account={account} />}
    </Group>
  )
}

/** Says for whom the person works in this tab, and opens the menu to switch. */
function WorkspaceButton({ name }: { readonly name: string }) {
  const { t } = useLingui()
  return (
    <MenuButton menu={(target) => <WorkspaceMenu target={target} />}>
      <Button variant="light" size="compact-md" maw={180} title={t`You work for ${name}`}>
        <Text span inherit truncate>
          {name}
        </Text>
      </Button>
    </MenuButton>
  )
}

/** On phones, signed-in users find both switches in the account menu, because the header has no room. */
type SwitchProps = { readonly isOnPhones: boolean }

function LanguageButton({ isOnPhones }: SwitchProps) {
  const { t } = useLingui()
  const { i18n } = useLanguage()
  return (
    <MenuButton menu={(target) => <LanguageMenu target={target} />}>
      <Button
        variant="subtle"
        size="compact-md"
        px={8}
        {...(isOnPhones ? {} : { visibleFrom: 'xs' })}
        aria-label={t`Language`}
      >
        {i18n.locale.toUpperCase()}
      </Button>
    </MenuButton>
  )
}

function ThemeSwitch({ isOnPhones }: SwitchProps) {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      {...(isOnPhones ? {} : { visibleFrom: 'xs' })}
      aria-label={isDark ? t`Light theme` : t`Dark theme`}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}

function AccountButton({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  return (
    <MenuButton menu={(target) => <AccountMenu target={target} account={account} />}>
      <ActionIcon variant="subtle" size="lg" aria-label={t`Your account`}>
        <UserIcon />
      </ActionIcon>
    </MenuButton>
  )
}

type ButtonEvents = { readonly onClick?: () => void; readonly onPointerEnter?: () => void }

/** A button with a menu, whose code is loaded when the button is first used. */
function MenuButton(props: {
  readonly children: ReactElement<ButtonEvents & AriaAttributes>
  readonly menu: (button: ReactElement) => ReactNode
}) {
  const [isUsed, setUsed] = useState(false)
  const button = cloneElement(props.children, {
    onClick: () => setUsed(true),
    onPointerEnter: () => void loadMenus(),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  return isUsed ? <Suspense fallback={button}>{props.menu(props.children)}</Suspense> : button
}
