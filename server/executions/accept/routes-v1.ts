import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { acceptedVersions } from '../../values/requests/if-match.ts'
import { amount, idParams, nullable } from '../../values/requests/schema.ts'
import { type Feedback, feedbackMembers, reportSchema, serializeReport } from '../serialize-report.ts'
import { acceptReport } from './actions.ts'

type AcceptBody = Feedback & { version?: number | null; overrideRejection?: boolean | null; bonus?: number | null }

const acceptBody = Type.Unsafe<AcceptBody | null>({
  type: ['object', 'null'],
  properties: {
    ...feedbackMembers,
    version: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    overrideRejection: nullable(
      Type.Boolean({ description: 'Accept despite the rejection, up to thirty days after it' }),
    ),
    bonus: nullable(amount({ minimum: 0.01, description: 'Paid with the acceptance; limited to five rewards' })),
  },
})

/** Group B: accepting, which may also concede a dispute or override a rejection. */
export async function acceptRoutesV1(api: Api) {
  const params = idParams('id')
  const accepted = { params, body: acceptBody, response: { 200: reportSchema } }
  // A bonus and a decision that is taken back need transactions of their own.
  const sharesTransaction = ({ body }: { readonly body: unknown }) => {
    const { bonus, overrideRejection } = (body ?? {}) as Partial<AcceptBody>
    return !bonus && !overrideRejection
  }
  const config = { ifMatch: true, sharesTransaction }
  api.post('/reports/:id/accept', { schema: accepted, config }, async ({ ctx, params, body, ifMatch }) => {
    const versions = acceptedVersions(ifMatch, body?.version)
    const report = await acceptReport(ctx, { ...body, id: idFromPath(params.id), versions })
    return serializeReport(report, linksOf(ctx, report.now))
  })
}
