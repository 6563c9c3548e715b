import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, Paper, Stack, Text, Title } from '@mantine/core'
import { groupA } from '../api.ts'
import { AdvertiserRecord } from '../offers/advertiser-record.tsx'
import { hasReachedReservationLimit, isFixedByProfile } from '../offers/ineligible-reasons.ts'
import { Reasons } from '../offers/offer-card.tsx'
import { ReservationsLink } from '../offers/reservation-limit.tsx'
import { useApiMutation } from '../queries.ts'
import { ActionButton, notifySuccess } from '../ui/action-button.tsx'
import { Count, Duration, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import type { OfferDetail } from './offer-detail.ts'

/** The reward, the times and the advertiser's record, with the button to reserve. */
export function OfferTerms({ offer }: { readonly offer: OfferDetail }) {
  return (
    <Paper withBorder p="md" radius="md" component="aside">
      <Stack gap="md">
        <Text fw={700} fz={28} lh={1.1}>
          <Money amount={offer.rewardPerAction} currency={offer.currency} />
        </Text>
        <TermFacts offer={offer} />
        <ReserveButton offer={offer} />
        <Divider />
        <Title order={2} size="h3">
          <Trans>The advertiser</Trans>
        </Title>
        <AdvertiserRecord advertiser={offer.advertiser} />
      </Stack>
    </Paper>
  )
}

function TermFacts({ offer }: { readonly offer: OfferDetail }) {
  const { t } = useLingui()
  return (
    <dl className="facts">
      <dt>{t`Time limit`}</dt>
      <dd>
        <Duration seconds={offer.reservationDurationSeconds} />
      </dd>
      <dt>{t`Reviewed within`}</dt>
      <dd>
        <Duration seconds={offer.reviewPeriodSeconds} />
      </dd>
      <dt>{t`Slots left`}</dt>
      <dd>
        <Trans>
          <Count value={offer.remainingCount} /> of <Count value={offer.totalLimit} />
        </Trans>
      </dd>
      <dt>{t`Open since`}</dt>
      <dd>
        <Time at={offer.activatedAtUtc} withClock={false} />
      </dd>
    </dl>
  )
}

function ReserveButton({ offer }: { readonly offer: OfferDetail }) {
  const { t } = useLingui()
  const offerId = offer.id
  const reserve = useApiMutation(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reserve', { params: { path: { offerId }, header: headers } }),
  )
  if (offer.my.reservationId !== null) return null
  if (offer.allowedActions.includes('Reserve'))
    return (
      <ActionButton
        label={t`Reserve`}
        size="md"
        fullWidth
        allowed={offer.allowedActions}
        action="Reserve"
        mutation={reserve}
        input={null}
        onSuccess={() => notifySuccess(t`Reserved. The clock is running.`)}
      />
    )
  return <IneligibleNotice offer={offer} />
}

/** Why the offer cannot be reserved, and what to do about it. */
function IneligibleNotice({ offer }: { readonly offer: OfferDetail }) {
  const { my, ineligibleReasons } = offer
  return (
    <Stack gap="xs">
      <Reasons codes={ineligibleReasons} />
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
