import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { type Operation, operators, type Rest } from './operation.ts'
import { nothing, on, type Ready, submitted } from './ready.ts'

let minutes = 0

/** Returns a fee that holds at a time of its own. Planned fees of before are removed, because a rule can have ten. */
async function laterFee({ market: { ctx } }: Callers): Promise<Ready> {
  await ctx.db.run(sql`delete from money_rule_values`)
  const { at } = await ctx.db.one<{ at: Date }>(
    sql`select ${ctx.db.now()} + interval '1 day' + ${++minutes}::integer * interval '1 minute' as at`,
  )
  return { body: { rule: 'feePercent', value: 10, holdsFromUtc: at.toISOString() } }
}

/** Returns a planned fee that nobody else uses. */
async function plannedFee({ market: { ctx } }: Callers): Promise<number> {
  const made = await ctx.db.one<{ id: number }>(sql`
    insert into money_rule_values (rule, value_units, holds_from, set_at)
    values ('feePercent', 100000, ${ctx.db.now()} + interval '300 days', ${ctx.db.now()}) returning id`)
  return made.id
}

/** Returns a saved view of the operator that nobody else uses. */
async function savedView({ market: { ctx }, operator }: Callers): Promise<number> {
  const made = await ctx.db.one<{ id: number }>(sql`
    insert into saved_views (account, name, page, query, updated_at)
    values (${operator.id}, ${`View ${++minutes}`}, '/operator/audit', '', ${ctx.db.now()}) returning id`)
  return made.id
}

/** Returns a submitted offer as the path names it. */
const onOffer =
  (bodyOf?: (callers: Callers) => object) =>
  async (callers: Callers): Promise<Ready> => ({
    id: `offer/${await submitted(callers)}`,
    ...(bodyOf ? { body: bodyOf(callers) } : {}),
  })

const ofAdvertiser: Rest = { parties: ['advertiser'], missing: '404 desk_record_not_found' }
const viewBody = { name: 'Mine', page: '/operator/refunds', query: 'assigned=Mine' }
const ofView: Rest = { parties: [], whose: 'own', missing: '404 saved_view_not_found' }

/** What operators set, and how they share their work. */
export const deskOperations: readonly Operation[] = [
  operators('GET /money-rules', nothing),
  operators('GET /money-rule-values', nothing),
  operators('POST /money-rule-values', laterFee, { parties: [], answers: 201, again: '409 money_rule_time_taken' }),
  operators('POST /money-rule-values/:id/cancel', on(plannedFee), {
    parties: [],
    missing: '404 money_rule_value_not_found',
  }),
  operators('GET /assignments', nothing),
  operators(
    'PUT /assignments/:subject/:id',
    onOffer(({ operator }) => ({ assigneeId: operator.id, formerId: null })),
    ofAdvertiser,
  ),
  operators('GET /notes/:subject/:id', onOffer(), ofAdvertiser),
  operators(
    'POST /notes/:subject/:id',
    onOffer(() => ({ text: 'Ask for the invoice.' })),
    {
      ...ofAdvertiser,
      answers: 201,
    },
  ),
  operators('GET /saved-views', nothing),
  operators('POST /saved-views', async () => ({ body: viewBody }), { parties: [] }),
  operators(
    'PATCH /saved-views/:id',
    on(savedView, async () => ({ name: `Renamed ${++minutes}` })),
    ofView,
  ),
  operators('DELETE /saved-views/:id', on(savedView), { ...ofView, again: '404 saved_view_not_found' }),
]
