import type { Ctx } from '../../platform/database/ctx.ts'
import { isDuplicateOfAny } from '../../proofs/images/actions.ts'
import { type CheckedProof, type CheckedWork, resultOf } from './fraud-checks.ts'
import { endFraudChecks, fraudCheckFacts, hasUnchecked, leaseUnchecked, lockFraudChecks, shortenLeases } from './sql.ts'

type Where = Pick<Ctx, 'db' | 'config' | 'storage'>

/**
 * Checks submitted work for duplicate proofs and for work done too fast. Returns how many executions were checked. Results that need only
 * the files' data are written first, because comparing pictures takes longer.
 */
export async function checkForFraud(ctx: Where): Promise<number> {
  const { waiting } = await hasUnchecked(ctx.db)
  const taken = waiting
    ? await ctx.db.transaction(async (db) => {
        await lockFraudChecks(db)
        return leaseUnchecked(db)
      })
    : []
  if (taken.length === 0) return 0
  const works = await fraudCheckFacts(
    ctx.db,
    taken.map(({ execution }) => execution),
  )
  const plain = works.filter((work) => !work.proofs.some(needsComparison))
  if (plain.length > 0)
    await endFraudChecks(
      ctx.db,
      plain.map((work) => result(ctx, work, knownOf(work))),
    )
  for (const work of works.filter(({ proofs }) => proofs.some(needsComparison))) {
    await endFraudChecks(ctx.db, [result(ctx, work, [...knownOf(work), ...(await duplicatesIn(ctx, work))])])
  }
  return taken.length
}

/** Ends leases that would last too long after the clock was set back. */
export const shortenFraudChecks = ({ db }: Pick<Ctx, 'db'>): Promise<number> => shortenLeases(db)

const needsComparison = ({ isKnown, similar }: CheckedProof): boolean => !isKnown && similar.length > 0

const knownOf = ({ proofs }: CheckedWork): string[] => proofs.filter(({ isKnown }) => isKnown).map(({ id }) => id)

const result = ({ config }: Where, work: CheckedWork, duplicates: readonly string[]) =>
  resultOf(work, duplicates, config.tooFastSeconds)

async function duplicatesIn({ storage }: Where, { proofs }: CheckedWork): Promise<string[]> {
  const duplicates: string[] = []
  for (const proof of proofs.filter(needsComparison)) {
    if (await isDuplicateOfAny(storage, proof, proof.similar)) duplicates.push(proof.id)
  }
  return duplicates
}
