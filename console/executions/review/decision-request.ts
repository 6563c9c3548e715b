import type { paths } from '../../api/group-b.ts'
import { groupB } from '../../api.ts'
import type { Headers } from '../../queries.ts'
import { recordNumber } from '../../ui/record-number.tsx'
import type { BulkBody } from './many-reports.ts'

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody?: { content: { 'application/json': infer Body } } }
}
  ? NonNullable<Body>
  : never

/** An advertiser's decision on one report. */
export type Decision =
  | { readonly id: number; readonly verb: 'accept'; readonly body: BodyOf<'/reports/{id}/accept'> }
  | { readonly id: number; readonly verb: 'reject'; readonly body: BodyOf<'/reports/{id}/reject'> }
  | { readonly id: number; readonly verb: 'rework'; readonly body: BodyOf<'/reports/{id}/rework'> }
  | {
      readonly id: number
      readonly verb: 'bonus'
      readonly body: BodyOf<'/reports/{id}/bonus'>
      readonly version: number
    }
  | { readonly id: number; readonly verb: 'withdraw-rejection' }

/** A decision on one report, the same on several, or those of a file on the reports with these numbers. */
export type DecisionRequest =
  | Decision
  | { readonly verb: 'bulk'; readonly body: BulkBody }
  | { readonly verb: 'import'; readonly ids: readonly number[]; readonly body: BodyOf<'/reports/import'> }

/** Query keys whose data a decision may change. */
export const changedByDecisions = ['executions', 'offers', 'disputes', 'ledger', 'lists']

/** Returns the numbers of the reports that a decision is on. */
export function idsOf(request: DecisionRequest): readonly number[] {
  if (request.verb === 'import') return request.ids
  return request.verb === 'bulk' ? request.body.items.map(({ id }) => id) : [request.id]
}

type Sent = Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>

/** Sends a decision once. */
export function sendDecision(request: DecisionRequest, header: Headers): Sent {
  if (request.verb === 'bulk') return groupB.POST('/reports/bulk', { params: { header }, body: request.body })
  if (request.verb === 'import') return groupB.POST('/reports/import', { params: { header }, body: request.body })
  const params = { path: { id: request.id }, header }
  switch (request.verb) {
    case 'accept':
      return groupB.POST('/reports/{id}/accept', { params, body: request.body })
    case 'reject':
      return groupB.POST('/reports/{id}/reject', { params, body: request.body })
    case 'rework':
      return groupB.POST('/reports/{id}/rework', { params, body: request.body })
    case 'bonus':
      return groupB.POST('/reports/{id}/bonus', {
        // If another tab still shows the report from before the first bonus, the version prevents a second one.
        params: { ...params, header: { ...header, 'If-Match': `"${request.version}"` } },
        body: request.body,
      })
    case 'withdraw-rejection':
      return groupB.POST('/reports/{id}/withdraw-rejection', { params })
  }
}

const numbersMax = 20

/** The numbers of reports as text; of many, the first ones. */
export const recordNumbers = (ids: readonly number[]): string =>
  [...ids.slice(0, numbersMax).map(recordNumber), ...(ids.length > numbersMax ? ['…'] : [])].join(', ')
