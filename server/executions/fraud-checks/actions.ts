import type { Ctx } from '../../platform/database/ctx.ts'
import { isDuplicateOfAny } from '../../proofs/images/actions-compare.ts'
import { type CheckedProof, type CheckedWork, verdictOn } from './fraud-checks.ts'
import { endFraudChecks, fraudCheckFacts, isAnythingUnchecked, lockFraudChecks, takeUnchecked } from './sql.ts'

type Where = Pick<Ctx, 'db' | 'config' | 'storage'>

/**
 * Checks submitted work for duplicate proofs and for work done too fast. Returns how many executions were checked. Results that need only
 * the files' data are written first, because comparing pictures takes longer.
 */
export async function checkForFraud(ctx: Where): Promise<number> {
  const { waiting } = await isAnythingUnchecked(ctx.db)
  const taken = waiting
    ? await ctx.db.transaction(async (db) => {
        await lockFraudChecks(db)
        return takeUnchecked(db)
      })
    : []
  if (taken.length === 0) return 0
  const works = await fraudCheckFacts(
    ctx.db,
    taken.map(({ execution }) => execution),
  )
  const plain = works.filter((work) => !work.proofs.some(needsLook))
  if (plain.length > 0)
    await endFraudChecks(
      ctx.db,
      plain.map((work) => verdict(ctx, work, knownOf(work))),
    )
  for (const work of works.filter(({ proofs }) => proofs.some(needsLook))) {
    await endFraudChecks(ctx.db, [verdict(ctx, work, [...knownOf(work), ...(await duplicatesIn(ctx, work))])])
  }
  return taken.length
}

const needsLook = ({ isKnown, similar }: CheckedProof): boolean => !isKnown && similar.length > 0

const knownOf = ({ proofs }: CheckedWork): string[] => proofs.filter(({ isKnown }) => isKnown).map(({ id }) => id)

const verdict = ({ config }: Where, work: CheckedWork, duplicates: readonly string[]) =>
  verdictOn(work, duplicates, config.tooFastSeconds)

async function duplicatesIn({ storage }: Where, { proofs }: CheckedWork): Promise<string[]> {
  const duplicates: string[] = []
  for (const proof of proofs.filter(needsLook)) {
    if (await isDuplicateOfAny(storage, proof, proof.similar)) duplicates.push(proof.id)
  }
  return duplicates
}
