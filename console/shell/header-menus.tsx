import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Account } from '../accounts/session.ts'
import { signOut } from '../accounts/sign-in/sign-out.ts'
import { membershipsQuery } from '../accounts/workspaces/memberships.ts'
import { changeLanguage, languages } from '../language.ts'
import { publicPages } from '../ui/brand.ts'
import { UserText } from '../ui/user-text.tsx'
import { openWorkspace, workspace } from '../workspace.ts'
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
        <WorkspaceItems />
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

export function WorkspaceMenu({ target }: MenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <WorkspaceItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches between the own account and the workspaces of which the person is a member. Nothing for who is of none. */
function WorkspaceItems() {
  const { t } = useLingui()
  const { data } = useQuery(membershipsQuery)
  const memberships = data?.workspaces ?? []
  if (memberships.length === 0 && !workspace) return null
  const isOpen = (id: number | undefined) => (workspace?.id === id ? { 'aria-current': true as const, fw: 600 } : {})
  return (
    <>
      <Menu.Label>{t`Work for`}</Menu.Label>
      <Menu.Item {...isOpen(undefined)} onClick={() => openWorkspace(undefined)}>
        <Trans>Own account</Trans>
      </Menu.Item>
      {memberships.map(({ workspaceId: id, name, role }) => (
        <Menu.Item key={id} {...isOpen(id)} onClick={() => openWorkspace({ id, name, role })}>
          <UserText text={name} oneLine size="sm" />
        </Menu.Item>
      ))}
    </>
  )
}

type LinkProps = { readonly children?: ReactNode }
const DropdownLink = createLink((props: LinkProps) => <Menu.Item component="a" {...props} />)
