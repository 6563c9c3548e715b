import { useLingui } from '@lingui/react/macro'
import { taskBody } from '../../api/task-body.ts'
import { durationIn } from '../../ui/formats.ts'
import { NumberField } from '../../ui/input/number-field.tsx'
import type { PersistedForm } from '../../ui/persisted-form.ts'
import { SchemaField } from '../../ui/schema/field.tsx'
import type { AnyForm } from '../../ui/schema/member.ts'
import type { ItemSource } from '../items/use-item-source.ts'
import type { EstimateResult } from './offer-cost.tsx'
import { useDefaultOf } from './offer-defaults.ts'
import type { OfferValues, Price } from './offer-values.ts'

/** The state of an offer's form, and which members may be changed. */
export type OfferForm = {
  readonly form: PersistedForm<OfferValues>
  readonly canEdit: (member: string) => boolean
  readonly prices: readonly Price[]
  readonly price: Price | undefined
  readonly estimate: EstimateResult
  /** The file or rows of a new offer's items. */
  readonly source: ItemSource
  /** The task that is changed; undefined for a new one. */
  readonly taskId: number | undefined
  /** Opens the step of the first of these errors, so that its field can be focused. */
  readonly openStepOf: (errors: Readonly<Record<string, unknown>>) => void
  /** Whether all steps were shown, so that submitting is the next action. */
  readonly isComplete: boolean
}

export const limitsOf = (name: string) => taskBody.properties?.[name] ?? {}

type MemberProps = {
  readonly offer: OfferForm
  readonly name: keyof OfferValues
  readonly label: string
  readonly description?: string
  readonly isRequired?: boolean
}

/** The field of one member, with the contract's limits; nothing if it may not be changed. */
export function Member({ offer, name, label, description, isRequired = false }: MemberProps) {
  const { t } = useLingui()
  const fallback = useDefaultOf(offer)(name)
  if (!offer.canEdit(name)) return null
  const { format: _format, ...limits } = limitsOf(name)
  const isTime = name === 'startsAtUtc' || name === 'endsAtUtc'
  const about = description ?? (fallback === undefined ? undefined : t`Default: ${fallback}`)
  return (
    <SchemaField
      memberKey={name}
      schema={{
        ...limits,
        title: label,
        ...(about ? { description: about } : {}),
        ...(isTime && { format: 'date-time' }),
      }}
      form={offer.form as unknown as AnyForm}
      path={name}
      isRequired={isRequired}
    />
  )
}

type DurationProps = MemberProps & { readonly unitSeconds: number }

/** The field of a duration, entered in minutes or hours. */
export function DurationMember({ offer, name, label, unitSeconds }: DurationProps) {
  const { t, i18n } = useLingui()
  const fallback = useDefaultOf(offer)(name)
  if (!offer.canEdit(name)) return null
  const { minimum = 0, maximum = 0 } = limitsOf(name)
  const { value, onChange, ...rest } = offer.form.getInputProps(name)
  const [shortest, longest] = [durationIn(i18n.locale, minimum), durationIn(i18n.locale, maximum)]
  return (
    <NumberField
      {...rest}
      label={label}
      description={
        fallback === undefined
          ? t`${shortest} to ${longest}`
          : t`${shortest} to ${longest}. Default: ${durationIn(i18n.locale, fallback)}`
      }
      {...(fallback === undefined ? {} : { placeholder: String(fallback / unitSeconds) })}
      fractionDigits={4}
      value={value === '' ? '' : Number((Number(value) / unitSeconds).toFixed(4))}
      onChange={(entered) => onChange(entered === '' ? '' : Math.round(entered * unitSeconds))}
    />
  )
}
