import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useAccount } from '../../accounts/session.ts'
import { moneyIn, sumOfAmounts } from '../../ui/formats.ts'
import { recordNumber } from '../../ui/record-number.tsx'
import { runWithUndo } from '../../ui/undo/undo.tsx'
import { type Decision, type DecisionRequest, idsOf } from './decision-request.ts'
import {
  addDecision,
  type Delivered,
  deliverDecision,
  removeDecision,
  restoreDecisions,
  useDecisionsOfReports,
  useOutgoingDecisions,
} from './outbox.ts'
import type { ListedReport } from './review-state.ts'

type Payments = readonly Pick<ListedReport, 'costPerAction' | 'currency'>[]

/** Returns a function that describes a decision, with the total cost. */
function useDecisionMessage() {
  const { t, i18n } = useLingui()
  return (request: DecisionRequest, reports: Payments): string => {
    const currency = reports[0]?.currency ?? 'USD'
    const money = (amount: number) => moneyIn(i18n.locale, amount, currency)
    const sum = money(sumOfAmounts(reports.map(({ costPerAction }) => costPerAction)))
    const ids = idsOf(request)
    const verb = request.verb === 'bulk' ? request.body.items[0]?.action : request.verb
    const [id, ...others] = ids
    const which =
      id !== undefined && others.length === 0
        ? recordNumber(id)
        : t`${plural(ids.length, { one: '# submission', other: '# submissions' })}`
    if (verb === 'reject') return t`Rejected: ${which}, ${sum} not paid`
    if (verb === 'rework') return t`Changes requested: ${which}, ${sum} still held`
    const bonus = request.verb === 'accept' && request.body?.bonus
    return bonus ? t`Accepted: ${which}, ${sum} and a bonus of ${money(bonus)}` : t`Accepted: ${which}, ${sum}`
  }
}

type UndoableOptions = { readonly reports: Payments; readonly onUndo?: () => void }

/** Sends decisions, also several in parallel, and shows the state of each until the server has confirmed it. */
export function useDecisions() {
  const { data: account } = useAccount()
  const accountId = account?.id
  useEffect(() => {
    if (accountId !== undefined) restoreDecisions(accountId)
  }, [accountId])
  const messageOf = useDecisionMessage()
  return {
    /** The unconfirmed decisions by the numbers of their reports. */
    sentDecisions: useDecisionsOfReports(),
    outgoing: useOutgoingDecisions(),
    /** Sends a decision at once. Resolves to whether it succeeded. */
    decide: async (decision: Decision): Promise<boolean> =>
      (await deliverDecision(addDecision(decision))) !== undefined,
    /** Sends a decision after five seconds. Resolves to the response; to undefined if it was undone, refused or not confirmed. */
    decideWithUndo: (request: DecisionRequest, { reports, onUndo }: UndoableOptions) => {
      const key = addDecision(request)
      return new Promise<Delivered | undefined>((resolve) => {
        runWithUndo({
          keys: idsOf(request).map((id) => `submission ${id}`),
          message: messageOf(request, reports),
          run: () => void deliverDecision(key).then(resolve),
          onUndo: () => {
            removeDecision(key)
            onUndo?.()
            resolve(undefined)
          },
        })
      })
    },
  }
}
export type Decisions = ReturnType<typeof useDecisions>
