import { useState } from 'react'
import type { paths } from '../../api/group-b.ts'
import { type B, groupB } from '../../api.ts'
import { type Headers, isTransient, useApiMutation } from '../../queries.ts'

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

/**
 * The state of a sent decision: `done` only after the server has confirmed it, `unconfirmed` if no answer arrived, so that it may or
 * may not have taken effect.
 */
export type SentDecision = {
  readonly decision: Decision
  readonly state: 'sending' | 'done' | 'refused' | 'unconfirmed'
  readonly error?: unknown
}

function send(decision: Decision, headers: Headers) {
  const params = { path: { id: decision.id }, header: headers }
  switch (decision.verb) {
    case 'accept':
      return groupB.POST('/reports/{id}/accept', { params, body: decision.body })
    case 'reject':
      return groupB.POST('/reports/{id}/reject', { params, body: decision.body })
    case 'rework':
      return groupB.POST('/reports/{id}/rework', { params, body: decision.body })
    case 'bonus':
      return groupB.POST('/reports/{id}/bonus', {
        // If another tab still shows the report from before the first bonus, the version prevents a second one.
        params: { ...params, header: { ...headers, 'If-Match': `"${decision.version}"` } },
        body: decision.body,
      })
    case 'withdraw-rejection':
      return groupB.POST('/reports/{id}/withdraw-rejection', { params })
  }
}

/** Query keys whose data a decision may change. */
export const changedByDecisions = ['executions', 'offers', 'disputes', 'ledger', 'lists']

/** Sends decisions, also several in parallel, and keeps the state of each. */
export function useDecisions() {
  const action = useApiMutation<Decision, B['Report']>(changedByDecisions, send)
  const [sentDecisions, setSentDecisions] = useState<Readonly<Record<number, SentDecision>>>({})
  const record = (id: number, sentDecision: SentDecision) => setSentDecisions((all) => ({ ...all, [id]: sentDecision }))
  return {
    sentDecisions,
    /** Resolves to whether the decision succeeded. */
    decide: async (decision: Decision): Promise<boolean> => {
      const { id } = decision
      record(id, { decision, state: 'sending' })
      try {
        await action.mutateAsync(decision)
        record(id, { decision, state: 'done' })
        return true
      } catch (error) {
        record(id, { decision, state: isTransient(error) ? 'unconfirmed' : 'refused', error })
        return false
      }
    },
  }
}
export type Decisions = ReturnType<typeof useDecisions>
