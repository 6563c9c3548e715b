import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { hasReachedReservationLimit, isFixedByProfile } from '../offers/ineligible-reasons.ts'
import { Reasons } from '../offers/offer-card.tsx'
import { ReservationsLink } from '../offers/reservation-limit.tsx'
import { MissingRequirements } from '../qualifications/missing-requirements.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import type { OfferDetail } from './offer-detail.ts'

/** The reasons why the offer cannot be reserved, each with a remedy. */
export function IneligibleNotice({ offer }: { readonly offer: OfferDetail }) {
  const { my, ineligibleReasons, missingRequirements } = offer
  return (
    <Stack gap="xs">
      <Reasons codes={ineligibleReasons} />
      {missingRequirements && <MissingRequirements missing={missingRequirements} />}
      {isFixedByProfile(ineligibleReasons) && (
        <LinkButton to="/settings/account" variant="light">
          <Trans>Complete profile</Trans>
        </LinkButton>
      )}
      {hasReachedReservationLimit(ineligibleReasons) && <ReservationsLink />}
      {my.executionId !== null && (
        <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(my.executionId) }} size="sm">
          <Trans>Your submission</Trans>
        </LinkAnchor>
      )}
    </Stack>
  )
}
