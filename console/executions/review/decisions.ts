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
export type UndoableOptions = {
  readonly reports: Payments
  /** Whether the reports are accepted already, and only the bonus is paid. */
  readonly isOnlyBonus?: boolean
  readonly onUndo?: () => void
}

/** Returns the bonuses of a decision in total. */
function bonusOf(request: DecisionRequest): number {
  if (request.verb === 'accept') return request.body?.bonus ?? 0
  return request.verb === 'bulk' ? sumOfAmounts(request.body.items.map(({ bonus }) => bonus ?? 0)) : 0
}

/** Returns a function that describes decisions of the same kind, with the total cost. */
function useDecisionMessage() {
  const { t, i18n } = useLingui()
  return (requests: readonly DecisionRequest[], { reports, isOnlyBonus }: UndoableOptions): string => {
    const currency = reports[0]?.currency ?? 'USD'
    const money = (amount: number) => moneyIn(i18n.locale, amount, currency)
    const sum = money(sumOfAmounts(reports.map(({ costPerAction }) => costPerAction)))
    const ids = requests.flatMap(idsOf)
    const [request] = requests
    const verb = request?.verb === 'bulk' ? request.body.items[0]?.action : request?.verb
    const [id, ...others] = ids
    const which =
      id !== undefined && others.length === 0
        ? recordNumber(id)
        : t`${plural(ids.length, { one: '# submission', other: '# submissions' })}`
    if (verb === 'reject') return t`Rejected: ${which}, ${sum} not paid`
    if (verb === 'rework') return t`Changes requested: ${which}, ${sum} still held`
    if (verb === 'import') return t`Decisions of a file: ${which}, ${sum}`
    const bonus = sumOfAmounts(requests.map(bonusOf))
    if (isOnlyBonus) return t`Bonus: ${which}, ${money(bonus)}`
    return bonus ? t`Accepted: ${which}, ${sum} and a bonus of ${money(bonus)}` : t`Accepted: ${which}, ${sum}`
  }
}

/** Sends decisions, also several in parallel, and shows the state of each until the server has confirmed it. */
export function useDecisions() {
  const { data: account } = useAccount()
  const accountId = account?.id
  useEffect(() => {
    if (accountId !== undefined) restoreDecisions(accountId)
  }, [accountId])
  const messageOf = useDecisionMessage()
  /** Sends decisions after five seconds, with one undo for all. Resolves to the responses, without those that were undone, refused or not confirmed. */
  const decideAllWithUndo = (requests: readonly DecisionRequest[], options: UndoableOptions) => {
    const keys = requests.map(addDecision)
    return new Promise<readonly Delivered[]>((resolve) => {
      runWithUndo({
        keys: requests.flatMap(idsOf).map((id) => `submission ${id}`),
        message: messageOf(requests, options),
        run: () =>
          Promise.all(keys.map(deliverDecision)).then((answers) =>
            resolve(answers.filter((answer) => answer !== undefined)),
          ),
        onUndo: () => {
          for (const key of keys) removeDecision(key)
          options.onUndo?.()
          resolve([])
        },
      })
    })
  }
  return {
    /** The unconfirmed decisions by the numbers of their reports. */
    sentDecisions: useDecisionsOfReports(),
    outgoing: useOutgoingDecisions(),
    /** Sends a decision at once. Resolves to whether it succeeded. */
    decide: async (decision: Decision): Promise<boolean> =>
      (await deliverDecision(addDecision(decision))) !== undefined,
    decideAllWithUndo,
    /** Sends a decision after five seconds. Resolves to the response; to undefined if it was undone, refused or not confirmed. */
    decideWithUndo: async (request: DecisionRequest, options: UndoableOptions): Promise<Delivered | undefined> =>
      (await decideAllWithUndo([request], options))[0],
  }
}
export type Decisions = ReturnType<typeof useDecisions>
