import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'
import type { OfferDetail } from '../offer-detail.ts'

type SkipAllProps = { readonly offer: OfferDetail; readonly reservationId: number }

/** Gives all items of a reservation to others, with the reason that their advertiser reads. */
export function SkipAll({ offer, reservationId }: SkipAllProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const path = { offerId: offer.id }
  const skip = useApiMutation(['offers', 'reservations'], (skipped: string, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reservation/cancel', {
      params: { path, header: headers },
      body: { reservationId, skipped },
    }),
  )
  // A rework is no slot that others could get.
  if (offer.my.reservationId !== reservationId) return null
  return (
    <ReasonButton
      label={t`Skip all items`}
      field="skipped"
      fieldLabel={t`Reason`}
      persistKey={`skip-${reservationId}`}
      allowed={offer.allowedActions}
      action="Cancel"
      mutation={skip}
      successMessage={t`Items skipped.`}
      onSuccess={() => navigate({ to: '/executor/offers/$offerId', params: { offerId: String(offer.id) } })}
      buttonProps={{ variant: 'subtle', size: 'compact-md' }}
    >
      <Trans>Others get these items, and you do not get them again. It does not count as a released reservation.</Trans>
    </ReasonButton>
  )
}
