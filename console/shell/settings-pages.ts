import { msg } from '@lingui/core/macro'

const everyone = [
  { to: '/settings/account', label: msg`Account` },
  { to: '/settings/security', label: msg`Security` },
  { to: '/settings/notifications', label: msg`Notifications` },
  { to: '/settings/data', label: msg`Your data` },
  { to: '/settings/tokens', label: msg`Access tokens` },
  { to: '/settings/api', label: msg`API keys` },
] as const
const advertisers = [{ to: '/settings/webhooks', label: msg`Webhooks` }] as const

/** The settings pages of an account, in the order of its menu. */
export const settingsPages = (roles: readonly string[]) =>
  roles.includes('Advertiser') ? [...everyone, ...advertisers] : everyone
