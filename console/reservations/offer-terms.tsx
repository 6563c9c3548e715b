import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Divider, Paper, Stack, Text } from '@mantine/core'
import { AdvertiserRecord } from '../offers/advertiser-record.tsx'
import { MarkAdvertiser } from '../offers/mark-advertiser.tsx'
import { TermFacts } from '../offers/term-facts.tsx'
import { Money } from '../ui/formatted.tsx'
import { IneligibleNotice } from './ineligible-notice.tsx'
import type { OfferDetail } from './offer-detail.ts'
import { OwnAccuracy } from './own-accuracy.tsx'
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
        <Stack gap={0}>
          <Text className="figure">
            <Money amount={offer.rewardPerAction} currency={offer.currency} />
          </Text>
          {offer.itemsPerSlot !== undefined && <ForItems count={offer.itemsPerSlot} />}
        </Stack>
        <TermFacts offer={offer} slotsLeft={slotsLeft(offer)} />
        <OwnAccuracy offer={offer} />
        {!hasOwnNotice && <ReserveOrReasons offer={offer} />}
        <Divider />
        <AdvertiserRecord advertiser={offer.advertiser} />
        {!offer.ineligibleReasons.includes('own_offer') && (
          <MarkAdvertiser offerId={offer.id} mark={offer.advertiserMark} />
        )}
      </Stack>
    </Paper>
  )
}

/** What the reward is for. The last slots of a task can have fewer items. */
const ForItems = ({ count }: { readonly count: number }) => (
  <Text size="sm" c="dimmed">
    {count === 1 ? (
      <Trans>for one item</Trans>
    ) : (
      <Plural value={count} one="for up to # item" other="for up to # items" />
    )}
  </Text>
)

/** A slot of an expired reservation can be reserved before the server has counted it as left again. */
const slotsLeft = ({ remainingCount, allowedActions }: OfferDetail): number =>
  allowedActions.includes('Reserve') ? Math.max(1, remainingCount) : remainingCount

function ReserveOrReasons({ offer }: { readonly offer: OfferDetail }) {
  const { t } = useLingui()
  if (!offer.allowedActions.includes('Reserve')) return <IneligibleNotice offer={offer} />
  return <ReserveButton offer={offer} label={t`Reserve`} size="md" fullWidth />
}
