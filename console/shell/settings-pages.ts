import { msg } from '@lingui/core/macro'
import { managesOffers, workspace } from '../workspace.ts'

const everyone = [
  { to: '/settings/account', label: msg`Account` },
  { to: '/settings/security', label: msg`Security` },
  { to: '/settings/notifications', label: msg`Notifications` },
  { to: '/settings/data', label: msg`Your data` },
  { to: '/settings/tokens', label: msg`Access tokens` },
  { to: '/settings/api', label: msg`API keys` },
] as const
const webhooks = { to: '/settings/webhooks', label: msg`Webhooks` } as const
const advertisers = [{ to: '/settings/members', label: msg`Members` }, webhooks] as const

const executors = [{ to: '/settings/advertisers', label: msg`Advertisers` }] as const

/** The settings pages of an account, in the order of its menu. */
export const settingsPages = (roles: readonly string[]) => {
  // The others are of the person, who finds them in their own account.
  if (workspace) return managesOffers ? [webhooks] : []
  return [
    ...everyone,
    ...(roles.includes('Executor') ? executors : []),
    ...(roles.includes('Advertiser') ? advertisers : []),
  ]
}
