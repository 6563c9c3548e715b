import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type Account, useAccount } from '../accounts/session.ts'
import { signOut } from '../accounts/sign-in/sign-out.ts'
import { changeLanguage, languages } from '../language.ts'
import { publicPages } from '../ui/brand.ts'
import { MoonIcon, PersonIcon, SunIcon } from '../ui/icons.tsx'
import { DropdownLink, LinkButton } from '../ui/links.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { publicPageLabels } from './public-footer.tsx'
import { isPublicPage } from './public-pages.ts'
import { QuickSearch } from './quick-search.tsx'
import { ReservationTimer } from './reservation-timer.tsx'
import { settingsPages } from './settings-pages.ts'

const names = { en: 'English', ru: 'Русский' } as const

/** The user menu: account, notifications and display preferences. */
export function HeaderControls({ isPublic }: { readonly isPublic: boolean }) {
  const { data: account } = useAccount(!isPublic)
  const { pathname } = useLocation()
  return (
    <Group gap="xs" wrap="nowrap">
      {account?.roles.includes('Executor') && !isPublic && <ReservationTimer />}
      <LanguageMenu isOnPhones={!account} />
      <ThemeSwitch isOnPhones={!account} />
      {isPublic && !isPublicPage(pathname) && (
        <LinkButton to="/sign-in" variant="default" size="compact-md">
          <Trans>Sign in</Trans>
        </LinkButton>
      )}
      {account && !isPublic && <QuickSearch account={account} />}
      {account && !isPublic && <NotificationBell />}
      {account && !isPublic && <AccountMenu account={account} />}
    </Group>
  )
}

/** On phones, signed-in users find both switches in the account menu, because the header has no room. */
type SwitchProps = { readonly isOnPhones: boolean }

function LanguageMenu({ isOnPhones }: SwitchProps) {
  const { t } = useLingui()
  const { i18n } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-md"
          px={8}
          {...(isOnPhones ? {} : { visibleFrom: 'xs' })}
          aria-label={t`Language`}
        >
          {i18n.locale.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item key={language} lang={language} onClick={() => void changeLanguage(language)}>
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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

function AccountMenu({ account: { email, roles } }: { readonly account: Account }) {
  const { t } = useLingui()
  const { _ } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t`Your account`}>
          <PersonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        {settingsPages(roles).map(({ to, label }) => (
          <DropdownLink key={to} to={to}>
            {_(label)}
          </DropdownLink>
        ))}
        {publicPages().map((name) => (
          <DropdownLink key={name} to={`/${name}`}>
            {_(publicPageLabels[name])}
          </DropdownLink>
        ))}
        <Menu.Divider />
        {languages.map((language) => (
          <Menu.Item key={language} lang={language} hiddenFrom="xs" onClick={() => void changeLanguage(language)}>
            {names[language]}
          </Menu.Item>
        ))}
        <Menu.Item hiddenFrom="xs" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
          {isDark ? t`Light theme` : t`Dark theme`}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
