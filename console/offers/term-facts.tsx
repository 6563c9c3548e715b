import { Trans, useLingui } from '@lingui/react/macro'
import type { A } from '../api.ts'
import { inCents } from '../ui/formats.ts'
import { Count, Duration, Money, Time } from '../ui/formatted.tsx'

type TermFactsProps = {
  readonly offer: Pick<
    A['AvailableOfferDetail'],
    | 'reservationDurationSeconds'
    | 'rewardPerHour'
    | 'medianWorkSeconds'
    | 'estimatedMinutes'
    | 'currency'
    | 'reviewPeriodSeconds'
    | 'totalLimit'
    | 'activatedAtUtc'
  >
  readonly slotsLeft: number
}

/** The times of an offer, its pay per hour, and its free slots. */
export function TermFacts({ offer, slotsLeft }: TermFactsProps) {
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
          <Count value={slotsLeft} /> of <Count value={offer.totalLimit} />
        </Trans>
      </dd>
      <dt>{t`Open since`}</dt>
      <dd>
        <Time at={offer.activatedAtUtc} withClock={false} />
      </dd>
    </dl>
  )
}
