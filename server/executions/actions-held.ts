import type { Ctx } from '../platform/ctx.ts'
import { rowsOf, togetherMost } from '../platform/sets.ts'
import { type Together, together } from '../platform/together.ts'
import { TooManyRejections } from './breaker.ts'
import type { Execution } from './execution.ts'
import { type Holding, holdRejections } from './sql-held.ts'

type Waiting = Holding & { readonly seconds: number }

const holding: Together<Waiting, Execution | undefined> = {
  most: togetherMost,
  keyOf: ({ execution }) => execution,
  send: async (db, asked) =>
    rowsOf(
      await holdRejections(db, asked, (asked[0] as Waiting).seconds),
      asked.map(({ execution }) => execution),
    ),
}

/** A rejection that does not take effect until an operator has looked at it; nothing where somebody else was faster. */
export function holdBack({ db, config }: Ctx, report: Pick<Execution, 'status'>, asked: Holding) {
  if (report.status !== 'Pending') throw TooManyRejections({})
  return together(db, holding, { ...asked, seconds: config.operatorReviewSeconds })
}
