import { useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { Section } from '../../ui/page.tsx'
import { DurationMember, Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }
const [minuteSeconds, hourSeconds] = [60, 3600]
const columns = { base: 1, xs: 2 }

/** The fields for the number of executions and their rates. */
export function QuantityFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['totalLimit', 'perExecutorLimit', 'attemptsMax', 'hourlyLimit', 'dailyLimit'].some(offer.canEdit)) return null
  const noLimit = t`Leave empty for no limit.`
  return (
    <Section title={t`Quantity`}>
      <SimpleGrid cols={columns} spacing="md" style={{ alignItems: 'end' }}>
        <Member offer={offer} name="totalLimit" label={t`Accepted results needed`} isRequired />
        <Member offer={offer} name="perExecutorLimit" label={t`Max. per executor`} />
        <Member
          offer={offer}
          name="attemptsMax"
          label={t`Max. rejected or withdrawn attempts per executor`}
          description={t`Leave empty for the default.`}
        />
        <Member offer={offer} name="hourlyLimit" label={t`Max. starts per hour`} description={noLimit} />
        <Member offer={offer} name="dailyLimit" label={t`Max. starts per day`} description={noLimit} />
      </SimpleGrid>
    </Section>
  )
}

/** The fields for durations and for the schedule. */
export function DeadlineFields({ offer }: Props) {
  const { t } = useLingui()
  const members = ['reservationDurationSeconds', 'reviewPeriodSeconds', 'maxReworks', 'startsAtUtc', 'endsAtUtc']
  if (!members.some(offer.canEdit)) return null
  const shared = { offer, unitSeconds: hourSeconds }
  return (
    <Section title={t`Deadlines`}>
      <SimpleGrid cols={columns} spacing="md" style={{ alignItems: 'end' }}>
        <DurationMember
          offer={offer}
          name="reservationDurationSeconds"
          label={t`Time limit, minutes`}
          unitSeconds={minuteSeconds}
        />
        <DurationMember {...shared} name="reviewPeriodSeconds" label={t`Review time, hours`} />
        <Member offer={offer} name="maxReworks" label={t`Max. rounds of changes`} />
        <DurationMember {...shared} name="reworkPeriodSeconds" label={t`Time for changes, hours`} />
        <Member offer={offer} name="startsAtUtc" label={t`Starts`} description={t`Leave empty to start immediately.`} />
        <Member
          offer={offer}
          name="endsAtUtc"
          label={t`Ends`}
          description={t`Leave empty to end with the last result.`}
        />
      </SimpleGrid>
    </Section>
  )
}
