import type { Ctx } from '../platform/ctx.ts'
import { inSets, rowsOf, togetherMost } from '../platform/sets.ts'
import { type Together, together } from '../platform/together.ts'
import { type Money, moneyOf } from '../values/money.ts'
import { missedRework, overdue } from './deadline.ts'
import type { Execution } from './execution.ts'
import { type Overdue, readOverdue } from './sql-overdue.ts'
import { acceptExecutions, rejectExecutions } from './sql-review.ts'
import type { Review } from './sql-review-asked.ts'
import type { Undecided } from './steps.ts'

type Decided = Review & { readonly money: Money; readonly appealSeconds: number }
const decidingBy = (write: typeof acceptExecutions, from: Undecided): Together<Decided, Execution | undefined> => ({
  most: togetherMost,
  keyOf: ({ execution }) => execution,
  events: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, asked) => {
    const { money, appealSeconds } = asked[0] as Decided
    return rowsOf(
      await write(db, asked, { from, money, appealSeconds }),
      asked.map(({ execution }) => execution),
    )
  },
})
/** Those of one set leave from the same status, so that each can be told as if it had come after the other. */
const deciding = {
  accept: {
    Pending: decidingBy(acceptExecutions, 'Pending'),
    ReworkRequested: decidingBy(acceptExecutions, 'ReworkRequested'),
  },
  reject: {
    Pending: decidingBy(rejectExecutions, 'Pending'),
    ReworkRequested: decidingBy(rejectExecutions, 'ReworkRequested'),
  },
}

type Means = Pick<Ctx, 'db' | 'config'>

/** Carries out a decision that the rule allowed; nothing where somebody else was faster, or time was. */
export const decideOn = ({ db, config }: Means, move: 'accept' | 'reject', from: Undecided, review: Review) =>
  together(db, deciding[move][from], { ...review, money: moneyOf(config), appealSeconds: config.appealSeconds })

const nothingSaid = { account: null, comment: null, rating: null, reasonCode: null, reason: null, failedCriteria: null }

const accepted = ({ id, offer, executor }: Overdue): Review => ({
  ...nothingSaid,
  execution: id,
  offer,
  executor,
  by: 'AutoAccept',
})
const missed = ({ id, offer, executor }: Overdue): Review => ({
  ...nothingSaid,
  ...missedRework,
  execution: id,
  offer,
  executor,
  by: 'ReworkTimeout',
})

/**
 * Carries out what time has decided of an execution, before anybody does something to it; says whether there was
 * something. Whoever asks reads the facts again.
 */
export async function settle(
  ctx: Means,
  execution: Overdue & Parameters<typeof overdue>[0],
  now: Date,
): Promise<boolean> {
  const due = overdue(execution, now)
  if (due === 'autoAccept') await decideOn(ctx, 'accept', 'Pending', accepted(execution))
  if (due === 'missRework') await missRework(ctx, execution)
  return due !== undefined
}

/** Refuses work that was to be done again and is submitted too late. */
export const missRework = (ctx: Means, late: Overdue) => decideOn(ctx, 'reject', 'ReworkRequested', missed(late))

const overdueMax = 200

/** Accepts what nobody reviewed in time, the longest overdue first, in sets; answers how many. */
export const autoAcceptDue = ({ db, config }: Means): Promise<number> =>
  inSets(overdueMax, async (most) => {
    const due = await readOverdue(db, 'Pending', most)
    const terms = { money: moneyOf(config), appealSeconds: config.appealSeconds, from: 'Pending' } as const
    return due.length === 0 ? 0 : (await acceptExecutions(db, due.map(accepted), terms)).length
  })

/** Refuses what was not done again in time. */
export const missReworkDue = ({ db, config }: Means): Promise<number> =>
  inSets(overdueMax, async (most) => {
    const due = await readOverdue(db, 'ReworkRequested', most)
    const terms = { money: moneyOf(config), appealSeconds: config.appealSeconds, from: 'ReworkRequested' } as const
    return due.length === 0 ? 0 : (await rejectExecutions(db, due.map(missed), terms)).length
  })
