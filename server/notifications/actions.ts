import { mayCall } from '../accounts/actions-callers.ts'
import { admitted } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import type { Notification } from './notification.ts'
import { newPreferences, type Preference, type PreferenceInput, preferencesOf } from './preference.ts'
import { countUnread, markByIds, markUpTo, readNotifications, readOwnPreferences, savePreferences } from './sql.ts'

export type Inbox = PageOf<Notification> & { readonly unreadCount: number }

export async function listNotifications(ctx: Ctx, onlyUnread: boolean, page: Page): Promise<Inbox> {
  const caller = await mayCall(ctx)
  const rows = await readNotifications(ctx.db.reads, caller.callerAccount, onlyUnread, page)
  return { ...listed(rows, page, caller, ctx.secretKey), unreadCount: rows[0]?.unreadCount ?? 0 }
}

/** Selects notifications by id, or up to an id. */
export type ReadSelection = { readonly ids: readonly number[] } | { readonly upToId: number }

/** Marks notifications as read. Ignores those already read and those of other accounts. */
export async function markRead(ctx: Ctx, read: ReadSelection): Promise<{ unreadCount: number }> {
  const { callerAccount } = await mayCall(ctx)
  if ('ids' in read) await markByIds(ctx.db, callerAccount, read.ids)
  else await markUpTo(ctx.db, callerAccount, read.upToId)
  return countUnread(ctx.db, callerAccount)
}

export async function readPreferences(ctx: Ctx): Promise<Preference[]> {
  const [own] = admitted(ctx.by, await readOwnPreferences(ctx.db, ctx.by)).rows
  return preferencesOf(own?.roles ?? [], own?.choices ?? [])
}

/** Changes the account's preferences. Returns all of them. */
export async function changePreferences(ctx: Ctx, inputs: readonly PreferenceInput[]): Promise<Preference[]> {
  const { caller, rows } = admitted(ctx.by, await readOwnPreferences(ctx.db, ctx.by))
  const { roles = [], choices = [] } = rows[0] ?? {}
  const chosen = newPreferences(inputs, roles, choices)
  if (chosen.length > 0) await savePreferences(ctx.db, caller.callerAccount, chosen)
  return readPreferences(ctx)
}
