import { foundFor, listedFor, mayCall } from '../accounts/actions-callers.ts'
import { admitted } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { constraintOf, type Database, retryOnConflict, undefinedIfViolated } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { mustHaveRoom } from '../values/problems/storage-limit.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import {
  BlockListExists,
  type ExecutorList,
  ListFull,
  ListInUse,
  ListNotFound,
  listsMax,
  type Member,
  membersMax,
  mustBeKnown,
  nameOf,
  TooManyLists,
} from './list.ts'
import {
  countMembers,
  deleteList,
  deleteMember,
  insertList,
  insertMembers,
  lockList,
  lockLists,
  offersUsing,
  readBlockList,
  readExecutors,
  readList,
  readLists,
  readLocked,
  readMembers,
  renameList,
} from './sql.ts'

export const listLists = (ctx: Ctx, page: Page): Promise<PageOf<ExecutorList>> =>
  listedFor(ctx, page, readLists(ctx.db.reads, ctx.by, page))

export async function openList(ctx: Ctx, id: Id<'list'>): Promise<ExecutorList> {
  return foundFor(ctx, readList(ctx.db, ctx.by, id), ListNotFound)
}

type ListInput = { readonly name: string; readonly isBlockList?: boolean }

export const createList = (ctx: Ctx, input: ListInput): Promise<ExecutorList> =>
  retryOnConflict(() => undefinedOnRace(insertForCaller(ctx, input)))

async function insertForCaller(ctx: Ctx, { name, isBlockList = false }: ListInput): Promise<ExecutorList> {
  const { callerAccount } = await mayCall(ctx)
  const list = await ctx.db.transaction(async (db) => {
    await lockLists(db, callerAccount)
    const known = isBlockList ? await readBlockList(db, callerAccount) : undefined
    if (known) throw BlockListExists({ listId: known.id })
    return insertList(db, { advertiser: callerAccount, name: nameOf(name), isBlockList })
  })
  if (!list) throw TooManyLists({ most: listsMax })
  return list
}

/** A concurrent rejection created the block list (without a lock of lists); the caller retries. */
const undefinedOnRace = <T>(made: Promise<T>): Promise<T | undefined> =>
  undefinedIfViolated(made, 'executor_lists_one_block_list')

/** Changes the caller's list under its lock. Returns the list afterwards. */
function changeList(
  ctx: Ctx,
  id: Id<'list'>,
  change: (db: Database, list: ExecutorList) => Promise<unknown>,
): Promise<ExecutorList> {
  return ctx.db.transaction(async (db) => {
    const list = await foundFor(ctx, lockList(db, ctx.by, id), ListNotFound)
    await change(db, list)
    return readLocked(db, id)
  })
}

export const changeName = (ctx: Ctx, id: Id<'list'>, requestedName: string): Promise<ExecutorList> =>
  changeList(ctx, id, async (db, list) => {
    const name = nameOf(requestedName)
    if (name !== list.name) await renameList(db, id, name)
  })

/** Deletes a list that no offer uses. Returns its last state. Throws ListNotFound or ListInUse. */
export const removeList = (ctx: Ctx, id: Id<'list'>): Promise<ExecutorList> =>
  ctx.db.transaction(async (db) => {
    const list = await foundFor(ctx, lockList(db, ctx.by, id), ListNotFound)
    // Checked under the lock: earlier users have committed, and new ones must wait.
    const users = await offersUsing(db, id)
    if (users.length > 0) throw ListInUse({ taskIds: users.map(({ offer }) => offer) })
    await deleteList(db, id)
    return list
  })

export async function listMembers(ctx: Ctx, id: Id<'list'>, page: Page): Promise<PageOf<Member>> {
  const { caller, rows } = admitted(ctx.by, await readMembers(ctx.db.reads, ctx.by, id, page))
  if (rows.length === 0) throw ListNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

type MembersInput = { readonly executorIds: readonly string[]; readonly note?: string | null }

export const addMembers = (
  ctx: Ctx,
  id: Id<'list'>,
  { executorIds, note = null }: MembersInput,
): Promise<ExecutorList> =>
  changeList(ctx, id, async (db) => {
    const named = await readExecutors(db, id, executorIds)
    mustBeKnown(named)
    const { members, added } = await countMembers(db, id, named)
    if (added > 0) mustHaveRoom('listMembers', members, ctx.config.listMembersMax, added)
    await insertMembers(db, id, named, note)
  }).catch((error: unknown) => {
    if (constraintOf(error) === 'executor_lists_members_bounded') throw ListFull({ most: membersMax })
    throw error
  })

export const removeMember = (ctx: Ctx, id: Id<'list'>, alias: string): Promise<ExecutorList> =>
  changeList(ctx, id, (db) => deleteMember(db, id, alias))
