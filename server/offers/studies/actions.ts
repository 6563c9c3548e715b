import { foundFor } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import type { ReturnLink } from '../../values/requests/return-link.ts'
import { TaskNotFound } from '../offer.ts'
import { insertTestRun, readStudy, recordArrival, recordRotation, rotateSecret } from './sql.ts'
import { studySecretOf } from './study.ts'
import { mustBeTestReturn, type Study, type StudySecret, type TestRun, testAddress } from './test-run.ts'

export const openStudy = (ctx: Ctx, offer: Id<'offer'>) => foundFor(ctx, readStudy(ctx.db, ctx.by, offer), TaskNotFound)

/** Returns the secret that the caller's offer shares with the site of its study. */
export async function readSecret(ctx: Ctx, offer: Id<'offer'>): Promise<StudySecret> {
  const { id, secretVersion, rotatedAt } = await openStudy(ctx, offer)
  return { secret: studySecretOf(ctx.secretKey, id, secretVersion), rotatedAt }
}

/** Changes the secret. Addresses and return links that were signed with the old one stop working at once. */
export async function rotateStudySecret(ctx: Ctx, offer: Id<'offer'>): Promise<StudySecret> {
  await openStudy(ctx, offer)
  return ctx.db.transaction(async (db) => {
    const { advertiser } = await openStudy({ ...ctx, db }, offer)
    await rotateSecret(db, offer)
    await recordRotation(db, offer, advertiser)
    return readSecret({ ...ctx, db }, offer)
  })
}

/** Begins a test run of the caller's study. No money moves, and no one's work changes. Throws NoStudy. */
export async function startTestRun(ctx: Ctx, offer: Id<'offer'>): Promise<TestRun> {
  const before = await openStudy(ctx, offer)
  testAddress(before, ctx.secretKey, before.now)
  await insertTestRun(ctx.db, offer)
  const study = await openStudy(ctx, offer)
  return { ...study, address: testAddress(study, ctx.secretKey, study.now) }
}

export type TestReturn = ReturnLink & { readonly reservation: string }

/** Records that a return link of the last test run arrived. Throws ReturnLinkInvalid. */
export async function returnTestRun(
  ctx: Ctx,
  offer: Id<'offer'>,
  { reservation, ...link }: TestReturn,
): Promise<Study> {
  const study = await openStudy(ctx, offer)
  mustBeTestReturn(study, reservation, link, ctx.secretKey)
  await recordArrival(ctx.db, study, link.action)
  return openStudy(ctx, offer)
}
