import { foundFor, listedFor, mayCall } from '../accounts/actions-callers.ts'
import { mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import {
  type Giver,
  nameOf,
  type OwnQualification,
  type Qualification,
  type QualificationChange,
  QualificationInUse,
  QualificationNotFound,
  qualificationsMax,
  type Side,
  TooManyQualifications,
} from './qualification.ts'
import {
  deleteQualification,
  insertQualification,
  lockAccount,
  lockOwn,
  offersRequiring,
  readLocked,
  readOwnQualifications,
  readQualification,
  readQualifications,
  updateQualification,
} from './sql.ts'

export const listQualifications = (ctx: Ctx, side: Side, page: Page): Promise<PageOf<Qualification>> =>
  listedFor(ctx, page, readQualifications(ctx.db.reads, ctx.by, side, page))

export async function openQualification(ctx: Ctx, side: Side, id: Id<'qualification'>): Promise<Qualification> {
  return foundFor(ctx, readQualification(ctx.db, ctx.by, side, id), QualificationNotFound)
}

/** Returns the caller as who grants and changes; on the command line, no account. */
export async function giverOf(ctx: Ctx, side: Side, reason: string | null = null): Promise<Giver> {
  const { callerAccount } = await mayCall(ctx)
  return { actor: side, account: callerAccount || null, reason }
}

export type CreateInput = Pick<Qualification, 'name'> &
  Partial<Pick<Qualification, 'description' | 'howToGet'>> & {
    readonly isVisible?: boolean
    readonly hasScore?: boolean
  }

/** Creates a qualification of the caller, or of the marketplace. Throws TooManyQualifications. */
export async function createQualification(ctx: Ctx, side: Side, input: CreateInput): Promise<Qualification> {
  const by = await giverOf(ctx, side)
  const advertiser = side === 'operator' ? null : by.account
  const { description = null, howToGet = null, isVisible = true, hasScore = true } = input
  const wanted = { name: nameOf(input.name), description, howToGet, isVisible, hasScore }
  const made = await ctx.db.transaction(async (db) => {
    await lockAccount(db, advertiser)
    return insertQualification(db, by, advertiser, wanted)
  })
  if (!made) throw TooManyQualifications({ most: qualificationsMax })
  return made
}

/** Changes an own qualification under its lock. Returns it afterwards. */
export function changeLocked(
  ctx: Ctx,
  side: Side,
  id: Id<'qualification'>,
  change: (db: Database, qualification: Qualification & { readonly now: Date }) => Promise<unknown>,
): Promise<Qualification> {
  return ctx.db.transaction(async (db) => {
    const qualification = await foundFor(ctx, lockOwn(db, ctx.by, side, id), QualificationNotFound)
    await change(db, qualification)
    return readLocked(db, id)
  })
}

const changeable = ['name', 'description', 'howToGet', 'isVisible'] as const

export async function changeQualification(
  ctx: Ctx,
  side: Side,
  id: Id<'qualification'>,
  requested: QualificationChange,
): Promise<Qualification> {
  const by = await giverOf(ctx, side)
  const change = { ...requested, ...(requested.name === undefined ? {} : { name: nameOf(requested.name) }) }
  return changeLocked(ctx, side, id, async (db, before) => {
    const isNew = changeable.some((member) => change[member] !== undefined && change[member] !== before[member])
    if (isNew) await updateQualification(db, by, before, change)
  })
}

/** Deletes a qualification that no task requires, with its grants. Returns its last state. Throws QualificationInUse. */
export async function removeQualification(ctx: Ctx, side: Side, id: Id<'qualification'>): Promise<Qualification> {
  const by = await giverOf(ctx, side)
  return ctx.db.transaction(async (db) => {
    const qualification = await foundFor(ctx, lockOwn(db, ctx.by, side, id), QualificationNotFound)
    // Checked under the lock: earlier users have committed, and new ones must wait.
    const users = await offersRequiring(db, id)
    if (users.length > 0) throw QualificationInUse({ taskIds: users.map(({ offer }) => offer) })
    await deleteQualification(db, by, id)
    return qualification
  })
}

/** Returns the visible qualifications that the caller has or had. */
export const listOwnQualifications = (ctx: Ctx, page: Page): Promise<PageOf<OwnQualification>> =>
  listedFor(ctx, page, readOwnQualifications(ctx.db.reads, ctx.by, page), mustBeExecutor)
