import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'

/** Money that an operator sends out: an executor's withdrawal or an advertiser's refund. */
type OutgoingPayment = {
  readonly kind: 'withdrawal' | 'refund'
  readonly payment: { readonly id: number; readonly allowedActions: readonly string[] }
}

type RefuseButtonProps = OutgoingPayment & {
  readonly verb: 'reject' | 'failed'
  readonly label: string
  /** Describes who reads the reason. */
  readonly description: string
  readonly successMessage: string
  readonly templates?: readonly string[]
  readonly children?: ReactNode
}

const changedNouns = ['payments', 'ledger', 'audit']
const buttonProps = { size: 'xs' } as const
const actionNames = { reject: 'Reject', failed: 'MarkFailed' } as const

/** Approves the payment. */
export function ApproveButton({
  kind,
  payment,
  successMessage,
}: OutgoingPayment & { readonly successMessage: string }) {
  const { t } = useLingui()
  const approve = useApiMutation<number, object>(changedNouns, (id, header) =>
    groupA.POST(`/api/operator/${kind}s/{id}/approve`, { params: { path: { id }, header } }),
  )
  return (
    <ActionButton
      size="xs"
      allowed={payment.allowedActions}
      action="Approve"
      label={t`Approve`}
      mutation={approve}
      input={payment.id}
      successMessage={successMessage}
    />
  )
}

/** Refuses the payment, or marks it as failed, with a reason. */
export function RefuseButton({ kind, payment: { id, allowedActions }, verb, ...reason }: RefuseButtonProps) {
  const { t } = useLingui()
  const refuse = useApiMutation<string, object>(changedNouns, (reason, header) =>
    groupA.POST(`/api/operator/${kind}s/{id}/${verb}`, { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <ReasonButton
      {...reason}
      allowed={allowedActions}
      action={actionNames[verb]}
      buttonProps={buttonProps}
      color="red"
      field="reason"
      fieldLabel={t`Reason`}
      persistKey={`${kind}-${verb}-${id}`}
      mutation={refuse}
    />
  )
}

/** Marks the payment as paid, with the reference of the bank. */
export function PaidButton({ kind, payment: { id, allowedActions } }: OutgoingPayment) {
  const { t } = useLingui()
  const paid = useApiMutation<string, object>(changedNouns, (reference, header) =>
    groupA.POST(`/api/operator/${kind}s/{id}/paid`, { params: { path: { id }, header }, body: { reference } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="MarkPaid"
      buttonProps={buttonProps}
      label={t`Mark as paid`}
      field="reference"
      fieldLabel={t`Bank reference`}
      persistKey={`${kind}-paid-${id}`}
      mutation={paid}
      successMessage={t`Marked as paid.`}
    />
  )
}
