import type { Ctx } from '../../platform/database/ctx.ts'
import { isCopyOfAny } from '../../proofs/images/actions-compare.ts'
import { type Examined, type ExaminedProof, verdictOn } from './fraud-checks.ts'
import { becomeExaminer, endExaminations, examinationFacts, isAnythingUnexamined, takeUnexamined } from './sql.ts'

type Where = Pick<Ctx, 'db' | 'config' | 'storage'>

/**
 * Looks at work that was submitted: was something in it submitted before, was it too fast? Answers at how many. What files
 * alone can tell is written first: to compare pictures takes longer.
 */
export async function examineWorks(ctx: Where): Promise<number> {
  const { waiting } = await isAnythingUnexamined(ctx.db)
  const taken = waiting
    ? await ctx.db.transaction(async (db) => {
        await becomeExaminer(db)
        return takeUnexamined(db)
      })
    : []
  if (taken.length === 0) return 0
  const works = await examinationFacts(
    ctx.db,
    taken.map(({ execution }) => execution),
  )
  const plain = works.filter((work) => !work.proofs.some(needsLook))
  if (plain.length > 0)
    await endExaminations(
      ctx.db,
      plain.map((work) => verdict(ctx, work, knownOf(work))),
    )
  for (const work of works.filter(({ proofs }) => proofs.some(needsLook))) {
    await endExaminations(ctx.db, [verdict(ctx, work, [...knownOf(work), ...(await copiesIn(ctx, work))])])
  }
  return taken.length
}

const needsLook = ({ isKnown, similar }: ExaminedProof): boolean => !isKnown && similar.length > 0

const knownOf = ({ proofs }: Examined): string[] => proofs.filter(({ isKnown }) => isKnown).map(({ id }) => id)

const verdict = ({ config }: Where, work: Examined, copies: readonly string[]) =>
  verdictOn(work, copies, config.tooFastSeconds)

async function copiesIn({ storage }: Where, { proofs }: Examined): Promise<string[]> {
  const copies: string[] = []
  for (const proof of proofs.filter(needsLook)) {
    if (await isCopyOfAny(storage, proof, proof.similar)) copies.push(proof.id)
  }
  return copies
}
