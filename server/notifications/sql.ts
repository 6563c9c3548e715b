import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import { type Notification, unreadMax } from './notification.ts'
import type { Choice } from './preference.ts'
import { preferencesOfAccount } from './sql-delivered.ts'

/** Counts an account's unread notifications up to a maximum. */
const unreadOf = (account: Sql): Sql => sql`
  select count(*) as unread_count from (
    select from notifications where account = ${account} and read_at is null and is_shown limit ${unreadMax}) unread`

/** Selects notifications of an account, newest first, with the number of all unread ones on each row. */
export const readNotifications = (db: Db, account: Id<'account'>, onlyUnread: boolean, page: Page) => {
  const own = sql`${account}::bigint`
  const from = sql`from notifications where account = ${own} and is_shown ${onlyUnread ? sql`and read_at is null` : sql``}`
  const list = { columns: sql`id, kind, data, created_at, read_at`, from, order: newestFirst(sql`id`) }
  return db.many<Notification & PagedRow & { readonly unreadCount: number }>(sql`
    select page.*, unread.unread_count from (${pageOfList(list, page)}) page cross join (${unreadOf(own)}) unread`)
}

export const countUnread = (db: Db, account: Id<'account'>) =>
  db.one<{ unreadCount: number }>(unreadOf(sql`${account}::bigint`))

const markRead = (db: Db, account: Id<'account'>, which: Sql) =>
  db.run(sql`
    update notifications set read_at = ${db.now()}
    where account = ${account}::bigint and read_at is null and is_shown and ${which}`)

export const markByIds = (db: Db, account: Id<'account'>, ids: readonly number[]) =>
  markRead(db, account, sql`id = any(${ids}::bigint[])`)

/** Marks notifications up to an id; later ones have not been seen yet. */
export const markUpTo = (db: Db, account: Id<'account'>, id: number) => markRead(db, account, sql`id <= ${id}::bigint`)

export type OwnPreferences = { readonly roles: readonly string[]; readonly choices: readonly Choice[] }

export const readOwnPreferences = (db: Db, by: By) =>
  forCaller<OwnPreferences>(
    db,
    by,
  )`select roles, ${preferencesOfAccount} from accounts where id = caller.caller_account`

export const savePreferences = (db: Db, account: Id<'account'>, choices: readonly Choice[]) =>
  db.run(sql`
    insert into notification_choices (account, kind, in_console, by_email, by_push, updated_at)
    select ${account}::bigint, kind, in_console, by_email, by_push, ${db.now()}
    from unnest(${choices.map(({ kind }) => kind)}::text[], ${choices.map((choice) => choice.console)}::boolean[],
      ${choices.map(({ email }) => email)}::boolean[],
      ${choices.map(({ push }) => push)}::boolean[]) as chosen (kind, in_console, by_email, by_push)
    order by kind
    on conflict (account, kind) do update
      set in_console = excluded.in_console, by_email = excluded.by_email, by_push = excluded.by_push,
        updated_at = excluded.updated_at`)
