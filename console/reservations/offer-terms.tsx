import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, Paper, Stack, Text, Title } from '@mantine/core'
import { AdvertiserRecord } from '../offers/advertiser-record.tsx'
import { inCents } from '../ui/formats.ts'
import { Count, Duration, Money, Time } from '../ui/formatted.tsx'
import { IneligibleNotice } from './ineligible-notice.tsx'
import type { OfferDetail } from './offer-detail.ts'
import { ReserveButton } from './reserve-button.tsx'

type TermsProps = {
  readonly offer: OfferDetail
  /** Whether the next step is shown above: the offer is reserved, or a reservation has expired. */
  readonly hasOwnNotice: boolean
}

/** The reward, the times and the advertiser's record, with the button to reserve. */
export function OfferTerms({ offer, hasOwnNotice }: TermsProps) {
  return (
    <Paper withBorder p="md" radius="md" component="aside">
      <Stack gap="md">
        <Text fw={700} fz={28} lh={1.1}>
          <Money amount={offer.rewardPerAction} currency={offer.currency} />
        </Text>
        <TermFacts offer={offer} />
        {!hasOwnNotice && <ReserveOrReasons offer={offer} />}
        <Divider />
        <Title order={2} size="h3">
          <Trans>Advertiser</Trans>
        </Title>
        <AdvertiserRecord advertiser={offer.advertiser} />
      </Stack>
    </Paper>
  )
}

/** A slot of an expired reservation can be reserved before the server has counted it as left again. */
const slotsLeft = ({ remainingCount, allowedActions }: OfferDetail): number =>
  allowedActions.includes('Reserve') ? Math.max(1, remainingCount) : remainingCount

function TermFacts({ offer }: { readonly offer: OfferDetail }) {
  const { t } = useLingui()
  return (
    <dl className="facts">
      <dt>{t`Time limit`}</dt>
      <dd>
        <Duration seconds={offer.reservationDurationSeconds} />
      </dd>
      {offer.rewardPerHour !== undefined && (
        <>
          <dt>{offer.medianWorkSeconds === undefined ? t`Estimated time` : t`Usual time`}</dt>
          <dd>
            <Duration seconds={offer.medianWorkSeconds ?? (offer.estimatedMinutes ?? 0) * 60} />
          </dd>
          <dt>{t`Reward per hour`}</dt>
          <dd>
            <Money amount={inCents(offer.rewardPerHour)} currency={offer.currency} />
          </dd>
        </>
      )}
      <dt>{t`Reviewed within`}</dt>
      <dd>
        <Duration seconds={offer.reviewPeriodSeconds} />
      </dd>
      <dt>{t`Slots left`}</dt>
      <dd>
        <Trans>
          <Count value={slotsLeft(offer)} /> of <Count value={offer.totalLimit} />
        </Trans>
      </dd>
      <dt>{t`Open since`}</dt>
      <dd>
        <Time at={offer.activatedAtUtc} withClock={false} />
      </dd>
    </dl>
  )
}

function ReserveOrReasons({ offer }: { readonly offer: OfferDetail }) {
  const { t } = useLingui()
  if (!offer.allowedActions.includes('Reserve')) return <IneligibleNotice offer={offer} />
  return <ReserveButton offer={offer} label={t`Reserve`} size="md" fullWidth />
}
