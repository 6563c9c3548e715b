import { admitted } from '../accounts/caller.ts'
import { aliasFromPath } from '../lists/list.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { OwnInterest } from '../platform/http-server/own-interest.ts'
import { type Id, idFromText } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { mustHaveRoom } from '../values/problems/storage-limit.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import { changeLocked, giverOf } from './actions.ts'
import { grantsInCsv, placedInCsv } from './grants-csv.ts'
import {
  checkGrants,
  type Giver,
  type Grant,
  type NamedGrant,
  type NewGrant,
  placedInBody,
  type Qualification,
  QualificationNotFound,
  type Side,
} from './qualification.ts'
import {
  countGrants,
  deleteGrants,
  insertGrants,
  lockAccount,
  lockQualification,
  readByAccount,
  readByAlias,
  readGrants,
} from './sql.ts'

/** How many grants a statement, and an entry of the audit log, has. */
const batchSize = 1_000

const batches = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  )

/**
 * Grants a qualification within a transaction; an executor who has it gets the new score and expiry. Groups have no score. Rules call it too. Throws
 * QualificationNotFound, or StorageLimitReached if its advertiser would have more than `grantsMax` grants.
 */
export async function grantQualification(
  db: Db,
  id: Id<'qualification'>,
  grants: readonly NewGrant[],
  by: Giver,
  grantsMax: number,
): Promise<void> {
  const qualification = await lockQualification(db, id)
  if (!qualification) throw QualificationNotFound({})
  await mustFit(db, qualification, grants, grantsMax)
  const scored = qualification.hasScore ? grants : grants.map((grant) => ({ ...grant, score: null }))
  for (const batch of batches(scored)) await insertGrants(db, by, id, batch)
}

async function mustFit(db: Db, qualification: Qualification, grants: readonly NewGrant[], max: number): Promise<void> {
  if (qualification.advertiser === null) return
  await lockAccount(db, qualification.advertiser)
  const executors = grants.map(({ executor }) => executor)
  const { grants: used, added } = await countGrants(db, qualification, executors)
  if (added > 0) mustHaveRoom('qualificationGrants', used, max, added)
}

/** Takes a qualification from executors within a transaction. Executors without it are left out. */
export async function takeQualification(
  db: Db,
  id: Id<'qualification'>,
  executors: readonly Id<'account'>[],
  by: Giver,
): Promise<void> {
  if (!(await lockQualification(db, id))) throw QualificationNotFound({})
  await deleteGrants(db, by, id, executors)
}

export async function listGrants(ctx: Ctx, side: Side, id: Id<'qualification'>, page: Page): Promise<PageOf<Grant>> {
  const { caller, rows } = admitted(ctx.by, await readGrants(ctx.db.reads, ctx.by, side, id, page))
  if (rows.length === 0) throw QualificationNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

type GrantsInput = {
  readonly grants?: readonly NamedGrant[] | null | undefined
  readonly csv?: string | null | undefined
  readonly reason?: string | null | undefined
}

/** Grants a qualification of the caller, all or none. Throws GrantsInvalid with the wrong ones, or StorageLimitReached. */
export async function grantByHand(
  ctx: Ctx,
  side: Side,
  id: Id<'qualification'>,
  { grants, csv, reason = null }: GrantsInput,
): Promise<Qualification> {
  const by = await giverOf(ctx, side, reason)
  const named = await namedIn(grants, csv)
  const placed = typeof csv === 'string' ? placedInCsv(named) : placedInBody
  return changeLocked(ctx, side, id, async (db, qualification) => {
    const known = await executorsOf(
      db,
      qualification.advertiser,
      named.map(({ executor }) => executor),
    )
    const checked = checkGrants(qualification, named, known, { now: qualification.now, placed })
    mustNotBeOwn(side, by, checked)
    await grantQualification(db, id, checked, by, ctx.config.qualificationGrantsMax)
  })
}

/** Takes a qualification of the caller from an executor. Succeeds without a grant, too. */
export async function takeByHand(
  ctx: Ctx,
  side: Side,
  id: Id<'qualification'>,
  name: string,
  reason: string | null = null,
): Promise<Qualification> {
  const by = await giverOf(ctx, side, reason)
  return changeLocked(ctx, side, id, async (db, { advertiser }) => {
    // A malformed alias is no one's.
    const named = advertiser === null ? name : aliasFromPath(name)
    const executors = (await executorsOf(db, advertiser, [named])).flatMap(({ executor }) => executor ?? [])
    await takeQualification(db, id, executors, by)
  })
}

/** Returns the grants of a request, which has either kind. */
async function namedIn(grants: GrantsInput['grants'], csv: GrantsInput['csv']): Promise<readonly NamedGrant[]> {
  const [hasGrants, hasCsv] = [grants !== null && grants !== undefined, typeof csv === 'string']
  if (hasGrants === hasCsv)
    throw ValidationError([
      bodyError('grants', 'required', {
        en: 'is required, or "csv"; one of the two.',
        ru: 'нужно указать "grants" или "csv" — что-то одно.',
      }),
    ])
  return typeof csv === 'string' ? grantsInCsv(csv) : (grants ?? [])
}

/** Returns the executors by their names, in order: aliases for an advertiser, accounts for operators. */
async function executorsOf(db: Db, advertiser: Id<'account'> | null, names: readonly string[]) {
  const read = (part: readonly string[]) =>
    advertiser === null
      ? readByAccount(
          db,
          part.map((name) => idFromText(name) ?? null),
        )
      : readByAlias(db, advertiser, part)
  const found: Awaited<ReturnType<typeof read>>[] = []
  for (const part of batches(names)) found.push(await read(part))
  return found.flat()
}

/** Operators grant nothing to themselves. */
function mustNotBeOwn(side: Side, { account }: Giver, grants: readonly NewGrant[]): void {
  if (side === 'operator' && grants.some(({ executor }) => executor === account)) throw OwnInterest({})
}
