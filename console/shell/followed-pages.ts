/**
 * The nouns to read again when something happens that a page is about. Notifications lead to these pages, and the menu counts what waits
 * there.
 */
const nounsOfPages = {
  '/executor/work': ['executions', 'reservations', 'offers', 'withdrawals'],
  '/executor/messages': ['messages'],
  '/executor/earnings': ['executions', 'withdrawals'],
  '/executor/withdrawals': ['executions', 'withdrawals'],
  // After the other pages of executors: it is the beginning of their paths.
  '/executor': ['offers'],
  '/advertiser/review': ['executions', 'offers', 'items'],
  '/advertiser/offers': ['offers', 'executions', 'payments'],
  '/advertiser/disputes': ['disputes', 'executions', 'offers', 'payments'],
  '/advertiser/messages': ['messages'],
  '/advertiser/balance': ['payments'],
  '/operator/moderation': ['offers', 'moderation'],
  '/operator/reported': ['moderation'],
  '/operator/reported-messages': ['moderation'],
  '/operator/disputes': ['disputes'],
  '/operator/held': ['executions'],
  '/operator/fraud-holds': ['executions'],
  '/operator/guarantee': ['disputes', 'ledger'],
  '/operator/accounts': ['accounts'],
  '/operator/sanctions': ['accounts'],
  '/operator/deposits': ['payments'],
  '/operator/refunds': ['payments'],
  '/operator/withdrawals': ['payments'],
  '/settings/account': ['account', 'sanctions'],
  '/settings/security': ['keys', 'tokens'],
  '/settings/webhooks': ['webhooks', 'webhook'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FollowedPage = keyof typeof nounsOfPages
/** How much waits on each page, as far as it is known. */
export type Counts = Readonly<Partial<Record<FollowedPage, number | undefined>>>

/** Returns the nouns of the page at a path, also of the pages of its records. */
export function nounsOfPath(path: string): readonly string[] {
  const [pathname = ''] = path.split('?')
  const found = Object.entries(nounsOfPages).find(([page]) => pathname === page || pathname.startsWith(`${page}/`))
  return found?.[1] ?? []
}

/** An unread notification; `reports` grows when further ones join it. */
export type Unread = {
  readonly id: number
  readonly path: string
  readonly data: { readonly reports?: number | undefined }
}

/** Returns the nouns of the notifications that are new or have grown. */
export function nounsOfNews(before: readonly Unread[], now: readonly Unread[]): ReadonlySet<string> {
  const known = new Map(before.map(({ id, data }) => [id, data.reports]))
  const news = now.filter(({ id, data }) => !known.has(id) || known.get(id) !== data.reports)
  return new Set(news.flatMap(({ path }) => nounsOfPath(path)))
}

/** Returns the nouns of the pages whose counts have changed. */
export function nounsOfCounts(before: Counts, now: Counts): ReadonlySet<string> {
  const pages = Object.keys(now) as FollowedPage[]
  const changed = pages.filter((page) => before[page] !== undefined && before[page] !== now[page])
  return new Set(changed.flatMap((page) => nounsOfPages[page]))
}
