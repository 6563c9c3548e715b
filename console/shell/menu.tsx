import { useLingui } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Account } from '../accounts/session.ts'
import { LinkInMenu } from '../ui/links.tsx'

/** All pages for these roles, in the order of the workflow. */
export function Menu({ account }: { readonly account: Account }) {
  const has = (role: string) => account.roles.some((own) => own === role)
  return (
    <>
      {has('Executor') && <ExecutorMenu />}
      {has('Advertiser') && <AdvertiserMenu />}
      {has('Operator') && <OperatorMenu />}
      <SettingsMenu isAdvertiser={has('Advertiser')} />
    </>
  )
}

function Chapter({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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
const within = { exact: false, includeSearch: false } as const
const shown = { activeProps: { active: true, 'aria-current': 'page' } } as const

function ExecutorMenu() {
  const { t } = useLingui()
  return (
    <Chapter title={t({ message: `Work`, context: `menu` })}>
      <LinkInMenu {...shown} activeOptions={exact} to="/executor" label={t`Find work`} />
      <LinkInMenu {...shown} activeOptions={within} to="/executor/work" label={t`My work`} />
      <LinkInMenu {...shown} activeOptions={within} to="/executor/disputes" label={t`My appeals`} />
      <LinkInMenu {...shown} activeOptions={within} to="/executor/earnings" label={t`Earnings`} />
      <LinkInMenu {...shown} activeOptions={within} to="/executor/withdrawals" label={t`Withdrawals`} />
    </Chapter>
  )
}

function AdvertiserMenu() {
  const { t } = useLingui()
  return (
    <Chapter title={t`Advertising`}>
      <LinkInMenu {...shown} activeOptions={exact} to="/advertiser" label={t`My offers`} />
      <LinkInMenu {...shown} activeOptions={within} to="/advertiser/review" label={t`Review`} />
      <LinkInMenu {...shown} activeOptions={within} to="/advertiser/disputes" label={t`Disputes`} />
      <LinkInMenu {...shown} activeOptions={within} to="/advertiser/lists" label={t`Executor lists`} />
      <LinkInMenu {...shown} activeOptions={within} to="/advertiser/balance" label={t`Balance`} />
      <LinkInMenu {...shown} activeOptions={within} to="/advertiser/figures" label={t`Statistics`} />
    </Chapter>
  )
}

function OperatorMenu() {
  const { t } = useLingui()
  return (
    <>
      <Chapter title={t`Decisions`}>
        <LinkInMenu {...shown} activeOptions={exact} to="/operator" label={t`Marketplace`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/moderation" label={t`Moderation`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/reported" label={t`Reported offers`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/disputes" label={t`Open disputes`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/held" label={t`Held rejections`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/fraud-holds" label={t`Fraud holds`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/accounts" label={t`Accounts`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/sanctions" label={t`Sanctions`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/catalog" label={t`Catalog`} />
      </Chapter>
      <Chapter title={t`Money and health`}>
        <LinkInMenu {...shown} activeOptions={within} to="/operator/deposits" label={t`Deposits`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/refunds" label={t`Refunds`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/withdrawals" label={t`Pending withdrawals`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/guarantee" label={t`Guarantee payments`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/payouts" label={t`Payouts`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/ledger" label={t`Ledger`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/webhooks" label={t`Webhooks`} />
        <LinkInMenu {...shown} activeOptions={within} to="/operator/audit" label={t`Audit log`} />
      </Chapter>
    </>
  )
}

function SettingsMenu({ isAdvertiser }: { readonly isAdvertiser: boolean }) {
  const { t } = useLingui()
  return (
    <Chapter title={t`Settings`}>
      <LinkInMenu {...shown} activeOptions={within} to="/settings/account" label={t`Account`} />
      <LinkInMenu {...shown} activeOptions={within} to="/settings/security" label={t`Security`} />
      <LinkInMenu {...shown} activeOptions={within} to="/settings/notifications" label={t`Notifications`} />
      <LinkInMenu {...shown} activeOptions={within} to="/settings/data" label={t`Your data`} />
      <LinkInMenu {...shown} activeOptions={within} to="/settings/tokens" label={t`Access tokens`} />
      {isAdvertiser && (
        <LinkInMenu {...shown} activeOptions={within} to="/settings/api" label={t`Service health: API`} />
      )}
      {isAdvertiser && (
        <LinkInMenu {...shown} activeOptions={within} to="/settings/webhooks" label={t`Service health: webhooks`} />
      )}
    </Chapter>
  )
}
