import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, Paper, Stack, Text, Title } from '@mantine/core'
import { groupA } from '../api.ts'
import { AdvertiserRecord } from '../offers/advertiser-record.tsx'
import { ToReservations } from '../offers/at-maximum.tsx'
import { isAtMaximum, isMendedByProfile } from '../offers/ineligible.ts'
import { Reasons } from '../offers/offer-card.tsx'
import { useAction } from '../queries.ts'
import { ActionButton, notifyDone } from '../ui/action-button.tsx'
import { Count, Duration, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import type { Detail } from './detail.ts'

/** The reward, the times and the advertiser's record, with the button to reserve. */
export function OfferTerms({ offer }: { readonly offer: Detail }) {
  return (
    <Paper withBorder p="md" radius="md" component="aside">
      <Stack gap="md">
        <Text fw={700} fz={28} lh={1.1}>
          <Money amount={offer.rewardPerAction} currency={offer.currency} />
        </Text>
        <TermFacts offer={offer} />
        <Take offer={offer} />
        <Divider />
        <Title order={2} size="h3">
          <Trans>The advertiser</Trans>
        </Title>
        <AdvertiserRecord advertiser={offer.advertiser} />
      </Stack>
    </Paper>
  )
}

function TermFacts({ offer }: { readonly offer: Detail }) {
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
          <Count of={offer.remainingCount} /> of <Count of={offer.totalLimit} />
        </Trans>
      </dd>
      <dt>{t`Open since`}</dt>
      <dd>
        <Time at={offer.activatedAtUtc} withClock={false} />
      </dd>
    </dl>
  )
}

function Take({ offer }: { readonly offer: Detail }) {
  const { t } = useLingui()
  const offerId = offer.id
  const reserving = useAction(['offers', 'reservations'], (_: null, headers) =>
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
        doing={reserving}
        input={null}
        then={() => notifyDone(t`Reserved. The clock is running.`)}
      />
    )
  return <NotNow offer={offer} />
}

/** Why the offer cannot be reserved, and what to do about it. */
function NotNow({ offer }: { readonly offer: Detail }) {
  const { my, ineligibleReasons } = offer
  return (
    <Stack gap="xs">
      <Reasons codes={ineligibleReasons} />
      {isMendedByProfile(ineligibleReasons) && (
        <LinkButton to="/settings/account" variant="light">
          <Trans>Complete profile</Trans>
        </LinkButton>
      )}
      {isAtMaximum(ineligibleReasons) && <ToReservations />}
      {my.executionId !== null && (
        <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(my.executionId) }} size="sm">
          <Trans>Your submission</Trans>
        </LinkAnchor>
      )}
    </Stack>
  )
}
