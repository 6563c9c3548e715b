import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useAccount } from '../accounts/session.ts'
import { signOut } from '../accounts/sign-in/sign-out.ts'
import { changeLanguage, languages } from '../language.ts'
import { Moon, PersonSign, Sun } from '../ui/icons.tsx'
import { LinkInDropdown } from '../ui/links.tsx'
import { Bell } from './bell.tsx'

const names = { en: 'English', ru: 'Русский' } as const

/** The user menu: account, notifications and display preferences. */
export function Person({ isOutside }: { readonly isOutside: boolean }) {
  const { data: account } = useAccount(!isOutside)
  return (
    <Group gap="xs" wrap="nowrap">
      <LanguageChoice />
      <SchemeChoice />
      {account && !isOutside && <Bell />}
      {account && !isOutside && <OwnMenu email={account.email} />}
    </Group>
  )
}

function LanguageChoice() {
  const { t } = useLingui()
  const { i18n } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-md" px={8} aria-label={t`Language`}>
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

function SchemeChoice() {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={isDark ? t`Light theme` : t`Dark theme`}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun /> : <Moon />}
    </ActionIcon>
  )
}

function OwnMenu({ email }: { readonly email: string }) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t`Your account`}>
          <PersonSign />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <LinkInDropdown to="/settings/account">
          <Trans>Settings</Trans>
        </LinkInDropdown>
        <Menu.Item onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
