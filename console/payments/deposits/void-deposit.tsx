import { Trans, useLingui } from '@lingui/react/macro'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Money } from '../../ui/formatted.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'

type Row = A['BookedDeposit']

/** Voids a deposit that was recorded by mistake, if allowed. */
export function VoidDeposit({ deposit: { id, email, amount, currency, allowedActions } }: { readonly deposit: Row }) {
  const { t } = useLingui()
  const mutation = useApiMutation<string, Row | A['BookingRequest']>(
    ['payments', 'ledger', 'audit', 'accounts'],
    (reason, header) =>
      groupA.POST('/api/operator/deposits/{depositId}/void', {
        params: { path: { depositId: id }, header },
        body: { reason },
      }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="Void"
      buttonProps={{ size: 'xs' }}
      label={t`Void deposit`}
      color="red"
      field="reason"
      fieldLabel={t`Reason`}
      description={t`Shown to the advertiser.`}
      persistKey={`deposit-void-${id}`}
      mutation={mutation}
      successMessage={(done) => ('kind' in done ? t`Another operator must approve this.` : t`Deposit voided.`)}
    >
      <Trans>
        <Money amount={amount} currency={currency} /> is taken back from {email}, as if it had not been recorded. Only
        for mistakes: refund money that arrived.
      </Trans>
    </ReasonButton>
  )
}
