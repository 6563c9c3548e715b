import { msg } from '@lingui/core/macro'
import { useLingui as useLanguage } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Account } from '../accounts/session.ts'
import { MenuLink } from '../ui/links.tsx'
import { settingsPages } from './settings-pages.ts'

/** All pages for these roles, in the order of the workflow. The settings are below the avatar, and here while one is open. */
export function Menu({ account }: { readonly account: Account }) {
  const { pathname } = useLocation()
  const has = (role: string) => account.roles.some((own) => own === role)
  return (
    <>
      {has('Executor') && <ExecutorMenu />}
      {has('Advertiser') && <AdvertiserMenu />}
      {has('Operator') && <OperatorMenu />}
      {pathname.startsWith('/settings') && <SettingsMenu roles={account.roles} />}
    </>
  )
}

function MenuSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="nav" aria-label={title} mb="md">
      <Text size="xs" fw={700} c="dimmed" tt="uppercase" px="sm" mb={4}>
        {title}
      </Text>
      {children}
    </Box>
  )
}

const exact = { exact: true, includeSearch: false } as const
const prefix = { exact: false, includeSearch: false } as const
const activeLink = { activeProps: { active: true, 'aria-current': 'page' } } as const

/** Marks the link of a list as active on the pages of its records too. */
function useActiveWithin() {
  const { pathname } = useLocation()
  return (path: string) => (pathname.startsWith(`${path}/`) ? activeLink.activeProps : {})
}

function ExecutorMenu() {
  const { t } = useLingui()
  const within = useActiveWithin()
  return (
    <MenuSection title={t({ message: `Work`, context: `menu` })}>
      <MenuLink
        {...activeLink}
        {...within('/executor/offers')}
        activeOptions={exact}
        to="/executor"
        label={t`Find work`}
      />
      <MenuLink {...activeLink} activeOptions={prefix} to="/executor/work" label={t`My work`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/executor/disputes" label={t`My appeals`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/executor/earnings" label={t`Earnings`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/executor/withdrawals" label={t`Withdrawals`} />
    </MenuSection>
  )
}

function AdvertiserMenu() {
  const { t } = useLingui()
  return (
    <MenuSection title={t`Advertising`}>
      <MenuLink {...activeLink} activeOptions={exact} to="/advertiser" label={t`Overview`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/offers" label={t`My tasks`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/review" label={t`Review`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/disputes" label={t`Disputes`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/lists" label={t`Executor lists`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/balance" label={t`Balance`} />
      <MenuLink {...activeLink} activeOptions={prefix} to="/advertiser/figures" label={t`Statistics`} />
    </MenuSection>
  )
}

function OperatorMenu() {
  const { t } = useLingui()
  return (
    <>
      <MenuSection title={t`Decisions`}>
        <MenuLink {...activeLink} activeOptions={exact} to="/operator" label={t`Marketplace`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/moderation" label={t`Moderation`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/reported" label={t`Reported tasks`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/disputes" label={t`Open disputes`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/held" label={t`Held rejections`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/fraud-holds" label={t`Fraud holds`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/accounts" label={t`Accounts`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/sanctions" label={t`Sanctions`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/catalog" label={t`Catalog`} />
      </MenuSection>
      <MenuSection title={t`Money and system`}>
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/deposits" label={t`Deposits`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/refunds" label={t`Refunds`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/withdrawals" label={t`Pending withdrawals`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/guarantee" label={t`Guarantee payments`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/payouts" label={t`Payouts`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/ledger" label={t`Ledger`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/webhooks" label={t`Webhooks`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/audit" label={t`Audit log`} />
        <MenuLink {...activeLink} activeOptions={prefix} to="/operator/settings" label={t`Marketplace settings`} />
      </MenuSection>
    </>
  )
}

function SettingsMenu({ roles }: { readonly roles: readonly string[] }) {
  const { _ } = useLanguage()
  return (
    <MenuSection title={_(msg`Settings`)}>
      {settingsPages(roles).map(({ to, label }) => (
        <MenuLink key={to} {...activeLink} activeOptions={prefix} to={to} label={_(label)} />
      ))}
    </MenuSection>
  )
}
