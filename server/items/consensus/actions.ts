import { setImmediate } from 'node:timers/promises'
import { changeAny } from '../../offers/lifecycle/actions.ts'
import { pageOf } from '../../offers/pages/page.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Aggregation } from '../../values/consensus/aggregation.ts'
import type { Id } from '../../values/id.ts'
import { fitSlots } from '../actions.ts'
import type { StoredResult } from '../item.ts'
import { type Consensus, type CountedAnswer, consensusOf, type Known } from './consensus.ts'
import { askedQuestions, exactQuestions } from './labels.ts'
import {
  type JudgedItem,
  type Judgement,
  judgeSuites,
  readAccuracies,
  readCounted,
  readDue,
  readJudged,
  readRule,
  readToJudge,
  recordRun,
  saveResults,
} from './sql.ts'
import { saveAgreeing } from './sql-agreeing.ts'

/** What one computation reads at most: a computation of so many answers takes a few seconds. */
const answersMax = 100_000
const bytesMax = 64 * 1024 * 1024
const suitesMax = 20_000
/** A computation of n answers is followed by a rest of n divided by this, in seconds. */
const answersPerSecond = 2_000
const offersMax = 50
const readAtOnce = 2_000
const savedAtOnce = 2_000
/** How many suites one transaction judges: it keeps executors of the offer waiting. */
const judgedAtOnce = 500

/** Computes the results of offers with new answers. Returns of how many offers. */
export async function computeResults(ctx: Ctx): Promise<number> {
  const offers = await readDue(ctx.db, offersMax)
  for (const offer of offers) await computeResultsOf({ ...ctx, by: 'Local' }, offer)
  return offers.length
}

async function computeResultsOf(ctx: Ctx, offer: Id<'offer'>): Promise<void> {
  const rule = await readRule(ctx.db, offer)
  const waiting = await readToJudge(ctx.db, offer, suitesMax)
  const { answers, read } = await readAnswers(ctx, offer, waiting, rule ? askedQuestions(rule) : null)
  const aggregation = rule?.aggregation
  const consensus = aggregation
    ? await computed(answers, aggregation, await knownOf(ctx, offer, rule.page))
    : { results: new Map<number, StoredResult>(), questions: [], agreeing: new Map() }
  await save(ctx, offer, consensus)
  if (rule?.rules?.some(({ when }) => when.type === 'Agreement')) await saveAgreeing(ctx.db, offer, consensus.agreeing)
  await recordRun(ctx.db, offer, {
    answers: answers.length,
    questions: consensus.questions,
    restSeconds: Math.floor(answers.length / answersPerSecond),
  })
  const judgements = judgementsOf(waiting, read, consensus, aggregation?.minConfidence ?? 0)
  for (let at = 0; at < judgements.length; at += judgedAtOnce)
    await judge(ctx, offer, judgements.slice(at, at + judgedAtOnce))
}

/** Reads answers until there are enough: those of the waiting items first, then of the last ones that have results. */
async function readAnswers(
  ctx: Ctx,
  offer: Id<'offer'>,
  waiting: readonly JudgedItem[],
  asked: readonly string[] | null,
) {
  const answers: CountedAnswer[] = []
  const read = new Set<number>()
  let bytes = 0
  const isFull = () => answers.length >= answersMax || bytes >= bytesMax
  const readThese = async (ids: readonly Id<'item'>[]) => {
    for (let at = 0; at < ids.length && !isFull(); at += readAtOnce) {
      const some = ids.slice(at, at + readAtOnce)
      for (const answer of await readCounted(ctx.db, some, asked)) {
        answers.push(answer)
        bytes += answer.bytes
      }
      for (const id of some) read.add(id)
    }
  }
  await readThese(waiting.map(({ id }) => id))
  if (!isFull())
    await readThese((await readJudged(ctx.db, offer, answersMax)).map(({ id }) => id).filter((id) => !read.has(id)))
  return { answers, read }
}

async function knownOf(ctx: Ctx, offer: Id<'offer'>, page: string | null): Promise<Known> {
  const accuracies = await readAccuracies(ctx.db, offer)
  return {
    accuracies: new Map(accuracies.map((own) => [own.executor, own])),
    exact: page === null ? new Set() : exactQuestions(pageOf(page)),
  }
}

/** Lets other work of this process go on between its steps. */
async function computed(answers: readonly CountedAnswer[], aggregation: Aggregation, known: Known): Promise<Consensus> {
  const steps = consensusOf(answers, aggregation, known)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

async function save(ctx: Ctx, offer: Id<'offer'>, { results }: Consensus): Promise<void> {
  const all = [...results]
  for (let at = 0; at < all.length; at += savedAtOnce) await saveResults(ctx.db, offer, all.slice(at, at + savedAtOnce))
}

/** Returns a judgement on each suite of which all items were read. A suite with an unsure item, or with one without a result, is unsure. */
function judgementsOf(
  waiting: readonly JudgedItem[],
  read: ReadonlySet<number>,
  { results }: Consensus,
  minConfidence: number,
): Judgement[] {
  const suites = [...Map.groupBy(waiting, ({ suite }) => suite).values()]
  return suites
    .filter((items) => items.every(({ id }) => read.has(id)))
    .flatMap((items) => {
      const isUnsure = items.some(({ id }) => (results.get(id)?.confidence ?? 0) < minConfidence)
      return items.slice(0, 1).map(({ suite, accepted }) => ({ suite, accepted, isUnsure }))
    })
}

/** Judges suites under the lock of the offer's slots. An offer that has ended asks for nothing more: its slots become fewer. */
async function judge(ctx: Ctx, id: Id<'offer'>, judgements: readonly Judgement[]): Promise<void> {
  await changeAny(ctx, { id }, async (before, now, db) => {
    const isRunning = before.status === 'Active' || before.status === 'Paused'
    await judgeSuites(db, id, judgements, isRunning)
    const { before: was, ...change } = await fitSlots(db, before, now)
    const isSame = change.after.totalLimit === was.totalLimit && change.after.status === was.status
    return isSame ? { before, after: before } : { ...change, before, actor: 'system' }
  })
}
