import { useLingui } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { Section } from '../../ui/page.tsx'
import { SchemaFields } from '../../ui/schema/form.tsx'
import { isRecord } from '../../ui/schema/schema.ts'
import { AutomaticPayments } from '../automatic-payments.tsx'
import { Advanced } from './advanced.tsx'
import { HouseRules } from './house-rules.tsx'
import { ItemsFields, PageField } from './items-fields.tsx'
import { AudienceFields, ListFields, QuotaFields, RepetitionFields } from './offer-audience.tsx'
import { PaceFields, QuantityFields, ReviewTimeFields, ScheduleFields, ScreenOutFields } from './offer-conditions.tsx'
import { CostBreakdown } from './offer-cost.tsx'
import { useDefaultOf } from './offer-defaults.ts'
import { AddOnFields, AutoAcceptFields } from './offer-extras.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { OfferTexts, ProofFields } from './offer-texts.tsx'
import { StartFrom } from './start-from.tsx'
import { TaskTypeFields } from './task-type-fields.tsx'

type StepProps = { readonly offer: OfferForm }
type StepContentProps = StepProps & { readonly step: number; readonly isNew: boolean }

/** The fields of one step. */
export function StepContent({ offer, step, isNew }: StepContentProps) {
  if (step === 0) return <WorkStep offer={offer} isNew={isNew} />
  if (step === 1) return <ProofStep offer={offer} />
  if (step === 2) return <PeopleStep offer={offer} />
  return <PriceStep offer={offer} />
}

/** The type of work and its texts. */
export function WorkStep({ offer, isNew }: StepProps & { readonly isNew: boolean }) {
  const { t } = useLingui()
  const { form, canEdit, price } = offer
  const schema = price?.offerDetailsSchema
  const hasDetails = isRecord(schema) && Object.keys(isRecord(schema.properties) ? schema.properties : {}).length > 0
  const isUntouched = form.values.category === '' && form.values.title === ''
  return (
    <>
      {isNew && isUntouched && <StartFrom offer={offer} />}
      {canEdit('offerPriceId') && <TaskTypeFields offer={offer} />}
      {price && hasDetails && canEdit('details') && (
        <Section title={t`Details`}>
          <SchemaFields key={price.id} schema={schema} form={form} name="details" />
        </Section>
      )}
      <ItemsFields offer={offer} />
      <OfferTexts offer={offer} />
      <PageField offer={offer} />
    </>
  )
}

/** The acceptance criteria and the review deadlines. */
export const ProofStep = ({ offer }: StepProps) => {
  const { t } = useLingui()
  return (
    <>
      <ProofFields offer={offer} />
      <Advanced
        label={t`More settings: review`}
        offer={offer}
        members={['autoAcceptRules', 'reviewPeriodSeconds', 'maxReworks', 'reworkPeriodSeconds']}
      >
        <AutoAcceptFields offer={offer} />
        <ReviewTimeFields offer={offer} />
      </Advanced>
    </>
  )
}

/** Who may do the work, and how often. */
export const PeopleStep = ({ offer }: StepProps) => {
  const { t } = useLingui()
  return (
    <>
      <AudienceFields offer={offer} />
      <Advanced
        label={t`More settings: repetition, lists and quotas`}
        offer={offer}
        members={['perExecutorLimit', 'attemptsMax', 'allowListId', 'blockListId', 'quotas', 'exclusionGroup']}
      >
        <RepetitionFields offer={offer} />
        <ListFields offer={offer} />
        <QuotaFields offer={offer} />
      </Advanced>
    </>
  )
}

/** How many results, when, and for how much. */
export const PriceStep = ({ offer }: StepProps) => {
  const { t } = useLingui()
  return (
    <>
      <QuantityFields offer={offer} />
      <AddOnFields offer={offer} />
      <Advanced
        label={t`More settings: screen-outs, pace and dates`}
        offer={offer}
        members={['reservationDurationSeconds', 'hourlyLimit', 'dailyLimit', 'startsAtUtc', 'endsAtUtc', 'screenOut']}
      >
        <ScreenOutFields offer={offer} />
        <PaceFields offer={offer} />
        <ScheduleFields offer={offer} />
      </Advanced>
      <PaidWithoutDecision offer={offer} />
      <Box hiddenFrom="md">
        <Section title={t`Cost`}>
          <CostBreakdown estimate={offer.estimate} />
        </Section>
      </Box>
      <HouseRules />
    </>
  )
}

/** When submissions to this task are paid without a decision. It is shown next to the price, in the last step before submitting. */
function PaidWithoutDecision({ offer }: StepProps) {
  const { t } = useLingui()
  const { autoAcceptRules, reviewPeriodSeconds } = offer.form.values
  const fallback = useDefaultOf(offer)('reviewPeriodSeconds')
  return (
    <Section title={t`Paid without a decision`}>
      <AutomaticPayments
        rules={autoAcceptRules}
        reviewSeconds={reviewPeriodSeconds === '' ? fallback : Number(reviewPeriodSeconds)}
      />
    </Section>
  )
}
