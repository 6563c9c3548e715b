import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { amount, idParams, optional } from '../../values/requests/schema.ts'
import { reportSchema, serializeReport } from '../serialize-report.ts'
import { giveBonus } from './actions.ts'
import { bonusMin, bonusUnitsOf } from './bonus.ts'

const bonusBody = Type.Object({
  amount: amount({ minimum: bonusMin, description: 'Limit for all bonuses of a report: five rewards' }),
  reason: reasonText(),
  externalId: optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Your id of this bonus. One id is paid once, for ever: the same request again changes nothing',
    }),
  ),
})

export async function bonusRoutesV1(api: Api) {
  const one = { params: idParams('id'), response: { 200: reportSchema } }
  const config = { ifMatch: true }
  const bonus = { schema: { ...one, body: bonusBody }, config }
  api.post('/reports/:id/bonus', bonus, async ({ ctx, params, body, ifMatch: versions }) => {
    const request = { id: idFromPath<'execution'>(params.id), units: bonusUnitsOf(body.amount), versions }
    const report = await giveBonus(ctx, {
      ...request,
      reason: reasonOf(body.reason),
      externalId: body.externalId ?? null,
    })
    return serializeReport(report, linksOf(ctx, report.now))
  })
}
