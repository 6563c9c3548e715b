import { sql } from '../../server/platform/sql.ts'
import { executor, expectOk, type Person, proof, reserved, workPath } from './fixtures.ts'
import type { Market } from './market.ts'

export type GivenAnswer = { readonly value?: unknown; readonly skipped?: string }

/** Returns the ids of the items of a reservation of kind Work. */
export const givenTo = async ({ ctx }: Market, reservation: number): Promise<number[]> =>
  (
    await ctx.db.many<{ id: number }>(sql`
      select items.id from assignments join items on items.suite = assignments.suite or items.id = any(assignments.gold)
      where reservation = ${reservation}::bigint and (ended_turn is null or ended_turn > assignments.turn) order by items.id`)
  ).map(({ id }) => id)

/** Reserves the next items of an offer and answers them in order, by a new executor unless one is given. Returns the id of the report. */
export async function answered(
  market: Market,
  offer: number,
  answers: readonly GivenAnswer[],
  worker?: Person,
): Promise<number> {
  const by = worker ?? (await executor(market))
  const reservationId = await reserved(by, offer)
  const given = await givenTo(market, reservationId)
  const details = { answers: given.map((itemId, place) => ({ itemId, ...answers[place] })) }
  const proofUrls = [await proof(by, offer)]
  return expectOk(await by.a.post(`${workPath(offer)}/submit-execution`, { reservationId, proofUrls, details })).id
}
