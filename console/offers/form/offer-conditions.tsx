import { useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { Part } from '../../ui/page.tsx'
import { DurationMember, Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }
const [minuteSeconds, hourSeconds] = [60, 3600]
const columns = { base: 1, xs: 2 }

/** How many results, and how fast they may come. */
export function HowMany({ offer }: Props) {
  const { t } = useLingui()
  if (!['totalLimit', 'perExecutorLimit', 'attemptsMax', 'hourlyLimit', 'dailyLimit'].some(offer.may)) return null
  const noLimit = t`Empty: no limit`
  return (
    <Part title={t`How many`}>
      <SimpleGrid cols={columns} spacing="md" style={{ alignItems: 'end' }}>
        <Member offer={offer} name="totalLimit" label={t`Accepted results wanted`} isRequired />
        <Member offer={offer} name="perExecutorLimit" label={t`How often one executor may do it`} />
        <Member
          offer={offer}
          name="attemptsMax"
          label={t`Rejected or withdrawn attempts allowed for each executor`}
          description={t`Empty: the default of this marketplace`}
        />
        <Member offer={offer} name="hourlyLimit" label={t`Begun in any hour, at most`} description={noLimit} />
        <Member offer={offer} name="dailyLimit" label={t`Begun in any day, at most`} description={noLimit} />
      </SimpleGrid>
    </Part>
  )
}

/** How long things may take, and when it begins and ends. */
export function Times({ offer }: Props) {
  const { t } = useLingui()
  const members = ['reservationDurationSeconds', 'reviewPeriodSeconds', 'maxReworks', 'startsAtUtc', 'endsAtUtc']
  if (!members.some(offer.may)) return null
  const shared = { offer, unitSeconds: hourSeconds }
  return (
    <Part title={t`Times`}>
      <SimpleGrid cols={columns} spacing="md" style={{ alignItems: 'end' }}>
        <DurationMember
          offer={offer}
          name="reservationDurationSeconds"
          label={t`Minutes to do it`}
          unitSeconds={minuteSeconds}
        />
        <DurationMember {...shared} name="reviewPeriodSeconds" label={t`Hours for your review`} />
        <Member offer={offer} name="maxReworks" label={t`How often you may send work back`} />
        <DurationMember {...shared} name="reworkPeriodSeconds" label={t`Hours to do it again`} />
        <Member offer={offer} name="startsAtUtc" label={t`Begins`} description={t`Empty: at once`} />
        <Member offer={offer} name="endsAtUtc" label={t`Ends`} description={t`Empty: when all results are there`} />
      </SimpleGrid>
    </Part>
  )
}
