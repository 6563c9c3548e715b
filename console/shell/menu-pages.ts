import { msg } from '@lingui/core/macro'
import {
  AwardIcon,
  BanIcon,
  BanknoteArrowDownIcon,
  BanknoteArrowUpIcon,
  BookOpenIcon,
  ChartLineIcon,
  ClipboardCheckIcon,
  ClipboardListIcon,
  CompassIcon,
  EyeIcon,
  FileCheckIcon,
  FlagIcon,
  HandIcon,
  HistoryIcon,
  HouseIcon,
  LandmarkIcon,
  ListTodoIcon,
  MessageSquareIcon,
  MessageSquareWarningIcon,
  NotebookTextIcon,
  PercentIcon,
  ScaleIcon,
  SettingsIcon,
  ShieldAlertIcon,
  ShieldCheckIcon,
  UndoIcon,
  UsersIcon,
  WalletIcon,
  WebhookIcon,
} from 'lucide-react'

const executorPages = {
  title: msg({ message: `Work`, context: `menu` }),
  pages: [
    { to: '/executor', icon: CompassIcon, label: msg`Find work`, records: '/executor/offers/' },
    { to: '/executor/work', icon: ClipboardListIcon, label: msg`My work` },
    { to: '/executor/messages', icon: MessageSquareIcon, label: msg`Messages` },
    { to: '/executor/disputes', icon: ScaleIcon, label: msg`My appeals` },
    { to: '/executor/qualifications', icon: AwardIcon, label: msg`Qualifications` },
    { to: '/executor/earnings', icon: WalletIcon, label: msg`Earnings` },
    { to: '/executor/withdrawals', icon: LandmarkIcon, label: msg`Withdrawals` },
  ],
} as const

const advertiserPages = {
  title: msg`Advertising`,
  pages: [
    { to: '/advertiser', icon: HouseIcon, label: msg`Overview` },
    { to: '/advertiser/offers', icon: ListTodoIcon, label: msg`My tasks` },
    { to: '/advertiser/review', icon: ClipboardCheckIcon, label: msg`Review` },
    { to: '/advertiser/messages', icon: MessageSquareIcon, label: msg`Messages` },
    { to: '/advertiser/disputes', icon: ScaleIcon, label: msg`Disputes` },
    { to: '/advertiser/lists', icon: UsersIcon, label: msg`Executor lists` },
    { to: '/advertiser/qualifications', icon: AwardIcon, label: msg`Qualifications` },
    { to: '/advertiser/balance', icon: WalletIcon, label: msg`Balance` },
    { to: '/advertiser/figures', icon: ChartLineIcon, label: msg`Statistics` },
  ],
} as const

const decisionPages = {
  title: msg`Decisions`,
  pages: [
    { to: '/operator', icon: HouseIcon, label: msg`Marketplace` },
    { to: '/operator/moderation', icon: EyeIcon, label: msg`Moderation` },
    { to: '/operator/reported', icon: FlagIcon, label: msg`Reported tasks` },
    { to: '/operator/reported-messages', icon: MessageSquareWarningIcon, label: msg`Reported messages` },
    { to: '/operator/disputes', icon: ScaleIcon, label: msg`Open disputes` },
    { to: '/operator/held', icon: HandIcon, label: msg`Rejections to check` },
    { to: '/operator/fraud-holds', icon: ShieldAlertIcon, label: msg`Fraud holds` },
    { to: '/operator/accounts', icon: UsersIcon, label: msg`Accounts` },
    { to: '/operator/sanctions', icon: BanIcon, label: msg`Sanctions` },
    { to: '/operator/qualifications', icon: AwardIcon, label: msg`Qualifications` },
    { to: '/operator/catalog', icon: BookOpenIcon, label: msg`Catalog` },
  ],
} as const

const systemPages = {
  title: msg`Money and system`,
  pages: [
    { to: '/operator/deposits', icon: BanknoteArrowDownIcon, label: msg`Deposits` },
    { to: '/operator/refunds', icon: UndoIcon, label: msg`Refunds` },
    { to: '/operator/withdrawals', icon: LandmarkIcon, label: msg`Withdrawals` },
    { to: '/operator/guarantee', icon: ShieldCheckIcon, label: msg`Covered payments` },
    { to: '/operator/payouts', icon: BanknoteArrowUpIcon, label: msg`Payouts` },
    { to: '/operator/bank-statements', icon: FileCheckIcon, label: msg`Bank statements` },
    { to: '/operator/fees', icon: PercentIcon, label: msg`Fees and limits` },
    { to: '/operator/ledger', icon: NotebookTextIcon, label: msg`Ledger` },
    { to: '/operator/webhooks', icon: WebhookIcon, label: msg`Webhooks` },
    { to: '/operator/audit', icon: HistoryIcon, label: msg`Audit log` },
    { to: '/operator/settings', icon: SettingsIcon, label: msg`Marketplace settings` },
  ],
} as const

/** The pages for these roles by section, in the order of the workflow. */
export const menuSections = (roles: readonly string[]) => [
  ...(roles.includes('Executor') ? [executorPages] : []),
  ...(roles.includes('Advertiser') ? [advertiserPages] : []),
  ...(roles.includes('Operator') ? [decisionPages, systemPages] : []),
]

export type MenuPage = ReturnType<typeof menuSections>[number]['pages'][number]
