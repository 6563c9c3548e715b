import { useLingui } from '@lingui/react/macro'
import type { ButtonProps } from '@mantine/core'
import { groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton, notifySuccess } from '../ui/action-button.tsx'
import type { OfferDetail } from './offer-detail.ts'

type ReserveProps = ButtonProps & { readonly offer: OfferDetail; readonly label: string }

/** Reserves a slot, if the server allows it. */
export function ReserveButton({ offer, label, ...button }: ReserveProps) {
  const { t } = useLingui()
  const reserve = useApiMutation(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reserve', {
      params: { path: { offerId: offer.id }, header: headers },
    }),
  )
  return (
    <ActionButton
      {...button}
      label={label}
      allowed={offer.allowedActions}
      action="Reserve"
      mutation={reserve}
      input={null}
      onSuccess={() => notifySuccess(t`Reserved. The clock is running.`)}
    />
  )
}
