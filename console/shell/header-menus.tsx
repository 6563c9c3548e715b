import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Account } from '../accounts/session.ts'
import { signOut } from '../accounts/sign-in/sign-out.ts'
import { changeLanguage, languages } from '../language.ts'
import { publicPages } from '../ui/brand.ts'
import { publicPageLabels } from './public-footer.tsx'
import { settingsPages } from './settings-pages.ts'

/** `target`: the button that opens and closes the menu. It is open at first, because the code is loaded by its first use. */
type MenuProps = { readonly target: ReactElement }

const names = { en: 'English', ru: 'Русский' } as const

export function LanguageMenu({ target }: MenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
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

export function AccountMenu({ target, account: { email, roles } }: MenuProps & { readonly account: Account }) {
  const { t } = useLingui()
  const { _ } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
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

type LinkProps = { readonly children?: ReactNode }
const DropdownLink = createLink((props: LinkProps) => <Menu.Item component="a" {...props} />)
