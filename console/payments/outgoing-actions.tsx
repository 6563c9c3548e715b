import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { ReasonButton } from '../ui/reason-button.tsx'

/** Money that an operator sends out: an executor's withdrawal or an advertiser's refund. */
type Outgoing = {
  readonly kind: 'withdrawal' | 'refund'
  readonly of: { readonly id: number; readonly allowedActions: readonly string[] }
}

type Refusal = Outgoing & {
  readonly verb: 'reject' | 'failed'
  readonly label: string
  /** Describes who reads the reason. */
  readonly about: string
  readonly done: string
  readonly templates?: readonly string[]
  readonly children?: ReactNode
}

export const changedByPayments = ['payments', 'ledger', 'audit']
const small = { size: 'xs' } as const
const actions = { reject: 'Reject', failed: 'MarkFailed' } as const

/** Refuses the payment, or marks it as failed, with a reason. */
export function RefuseButton({ kind, of: { id, allowedActions }, verb, ...question }: Refusal) {
  const { t } = useLingui()
  const refuse = useAction<string, object>(changedByPayments, (reason, header) =>
    groupA.POST(`/api/operator/${kind}s/{id}/${verb}`, { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <ReasonButton
      {...question}
      allowed={allowedActions}
      action={actions[verb]}
      button={small}
      color="red"
      field="reason"
      ask={t`Reason`}
      persistKey={`${kind}-${verb}-${id}`}
      doing={refuse}
    />
  )
}

/** Marks the payment as paid, with the reference of the bank. */
export function PaidButton({ kind, of: { id, allowedActions } }: Outgoing) {
  const { t } = useLingui()
  const paid = useAction<string, object>(changedByPayments, (reference, header) =>
    groupA.POST(`/api/operator/${kind}s/{id}/paid`, { params: { path: { id }, header }, body: { reference } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="MarkPaid"
      button={small}
      label={t`Mark as paid`}
      field="reference"
      ask={t`Bank reference`}
      persistKey={`${kind}-paid-${id}`}
      doing={paid}
      done={t`Marked as paid.`}
    />
  )
}
