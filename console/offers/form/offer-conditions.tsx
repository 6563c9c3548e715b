import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { exactMoneyIn } from '../../ui/formats.ts'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { isQuiz, slotsIn } from '../items/item-values.ts'
import { AudienceWarning } from './audience-size.tsx'
import { DurationMember, Member, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }
const [minuteSeconds, hourSeconds] = [60, 3600]
const columns = { base: 1, xs: 2 }

type FieldsProps = { readonly title: string; readonly children: ReactNode }

const Fields = ({ title, children }: FieldsProps) => (
  <Section title={title}>
    <SimpleGrid cols={columns} spacing="md" style={{ alignItems: 'end' }}>
      {children}
    </SimpleGrid>
  </Section>
)

/** The field for the number of results. */
export function QuantityFields({ offer }: Props) {
  const { t } = useLingui()
  if (!offer.canEdit('totalLimit') && !offer.canEdit('offerPriceId')) return null
  const { values } = offer.form
  const { hasItems } = values
  const slots = slotsIn(values, offer.source.sample?.count)
  return (
    <Fields title={hasItems ? t`Reward` : t`Quantity`}>
      {hasItems && !isQuiz(values) ? (
        <ItemSlots offer={offer} />
      ) : (
        <Member
          offer={offer}
          name="totalLimit"
          label={hasItems ? t`People who may take the quiz` : t`Accepted results needed`}
          isRequired
        />
      )}
      <RewardField offer={offer} />
      <AudienceWarning offer={offer} slots={slots} />
    </Fields>
  )
}

/** What an executor earns whom the study turns away, and how many are paid. The reward stays once the task is published. */
export function ScreenOutFields({ offer: { form, canEdit, price } }: Props) {
  const { t } = useLingui()
  const isNew = canEdit('offerPriceId')
  if (!isNew && !canEdit('screenOut')) return null
  const { reward, max } = form.values.screenOut
  const change = (part: Partial<typeof form.values.screenOut>) =>
    form.setFieldValue('screenOut', { reward, max, ...part })
  return (
    <Fields title={t`People who turn out not to fit`}>
      <NumberField
        label={t`Pay for being screened out`}
        description={t`For people whom your study turns away. Less than the reward; empty: nothing.`}
        value={reward}
        fractionDigits={4}
        currency={price?.currency}
        disabled={!isNew}
        error={form.errors['screenOut.reward']}
        onChange={(value) => change({ reward: value })}
      />
      <NumberField
        label={t`How many are paid at most`}
        description={t`No more people can work at the same time than can still be paid.`}
        value={max}
        error={form.errors['screenOut.max'] ?? form.errors['screenOut']}
        onChange={(value) => change({ max: value })}
      />
    </Fields>
  )
}

/** How the items of an offer become slots, each with one reward. */
function ItemSlots({ offer: { form, source } }: Props) {
  const count = source.sample?.count
  const { overlap, itemsPerSlot } = form.values
  const slots = slotsIn(form.values, count)
  if (count === undefined)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The number of rewards follows from your items.</Trans>
      </Text>
    )
  return (
    <Text size="sm" role="status">
      <Trans>
        Items: {count}. Answers for each: {overlap}. Items at once: {itemsPerSlot}. Rewards to pay: {slots}.
      </Trans>
    </Text>
  )
}

/** The field for the reward, if the price has a range. */
function RewardField({ offer: { form, price, canEdit } }: Props) {
  const { t, i18n } = useLingui()
  if (!price?.reward || !canEdit('offerPriceId')) return null
  const { reward, rewardPerAction, currency } = price
  const count = Number(form.values.itemsPerSlot)
  const isMany = form.values.hasItems && count > 1
  const money = (amount: number) => exactMoneyIn(i18n.locale, amount, currency)
  return (
    <NumberField
      label={isMany ? t`Reward per submission (items: ${count}), ${currency}` : t`Reward per result, ${currency}`}
      description={t`${money(reward.min)} to ${money(reward.max)}. Default: ${money(rewardPerAction)}`}
      fractionDigits={4}
      currency={currency}
      {...form.getInputProps('rewardPerAction')}
    />
  )
}

/** The fields for the speed at which executors start. */
export function PaceFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['reservationDurationSeconds', 'hourlyLimit', 'dailyLimit'].some(offer.canEdit)) return null
  const noLimit = t`Leave empty for no limit.`
  return (
    <Fields title={t`Pace`}>
      <DurationMember
        offer={offer}
        name="reservationDurationSeconds"
        label={t`Time limit, minutes`}
        unitSeconds={minuteSeconds}
      />
      <Member offer={offer} name="hourlyLimit" label={t`Max. starts per hour`} description={noLimit} />
      <Member offer={offer} name="dailyLimit" label={t`Max. starts per day`} description={noLimit} />
    </Fields>
  )
}

/** The fields for the first and last day. */
export function ScheduleFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['startsAtUtc', 'endsAtUtc'].some(offer.canEdit)) return null
  return (
    <Fields title={t`Schedule`}>
      <Member offer={offer} name="startsAtUtc" label={t`Starts`} description={t`Leave empty to start immediately.`} />
      <Member
        offer={offer}
        name="endsAtUtc"
        label={t`Ends`}
        description={t`Leave empty to end with the last result.`}
      />
    </Fields>
  )
}

/** The fields for the time to review and to change work. */
export function ReviewTimeFields({ offer }: Props) {
  const { t } = useLingui()
  if (!['reviewPeriodSeconds', 'maxReworks', 'reworkPeriodSeconds'].some(offer.canEdit)) return null
  const shared = { offer, unitSeconds: hourSeconds }
  return (
    <Fields title={t`Review and changes`}>
      <DurationMember {...shared} name="reviewPeriodSeconds" label={t`Review time, hours`} />
      <Member offer={offer} name="maxReworks" label={t`Max. rounds of changes`} />
      <DurationMember {...shared} name="reworkPeriodSeconds" label={t`Time for changes, hours`} />
    </Fields>
  )
}
