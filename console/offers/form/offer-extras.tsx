import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Money } from '../../ui/formatted.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import type { OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

/** The fields for add-ons. */
export function AddOnFields({ offer }: Props) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const result = useQuery({
    ...apiQuery(['catalog', 'add-ons', query], (signal) =>
      groupA.GET('/api/advertiser/offers/add-ons', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!offer.canEdit('selectedAddOnIds') || result.data?.length === 0) return null
  const input = offer.form.getInputProps('selectedAddOnIds')
  return (
    <Section title={t`Add-ons`}>
      <QueryContent query={result} placeholder={<LoadingSkeleton rows={2} height={28} />}>
        {(addOns) => (
          <Checkbox.Group aria-label={t`Add-ons`} {...input}>
            <Stack gap="xs">
              {addOns
                .filter(({ id, isActive }) => isActive || input.value.includes(String(id)))
                .map((addOn) => (
                  <Checkbox
                    key={addOn.id}
                    value={String(addOn.id)}
                    label={addOn.name}
                    description={<Costs addOn={addOn} />}
                  />
                ))}
            </Stack>
          </Checkbox.Group>
        )}
      </QueryContent>
    </Section>
  )
}

const Costs = ({ addOn: { costPerAction, costFlat, currency } }: { readonly addOn: A['AddOn'] }) => (
  <>
    {costPerAction > 0 && (
      <Trans>
        <Money amount={costPerAction} currency={currency} /> for each accepted result
      </Trans>
    )}
    {costFlat > 0 && (
      <Trans>
        <Money amount={costFlat} currency={currency} /> once
      </Trans>
    )}
  </>
)

type Rules = OfferForm['form']['values']['autoAcceptRules']

/** The fields for automatic acceptance. */
export function AutoAcceptFields({ offer: { form, canEdit } }: Props) {
  const { t } = useLingui()
  if (!canEdit('autoAcceptRules')) return null
  const rules = form.values.autoAcceptRules
  const change = (newRules: Rules) => form.setFieldValue('autoAcceptRules', newRules as never)
  const toggle = (type: string, isOn: boolean) =>
    change(isOn ? [...rules, { type, ...(type === 'MinAcceptanceRate' && { value: '' }) }] : withoutType(rules, type))
  const has = (type: string) => rules.some((rule) => rule.type === type)
  return (
    <Section title={t`Auto-accept`}>
      <Text size="sm" c="dimmed">
        <Trans>You review all other submissions.</Trans>
      </Text>
      <Checkbox
        label={t`If the completion code is correct`}
        description={t`For surveys that end with a code. Add single-use codes to the task later, or use return links. Each code counts once.`}
        checked={has('CompletionCode')}
        onChange={(event) => toggle('CompletionCode', event.currentTarget.checked)}
      />
      <Checkbox
        label={t`If the executor's acceptance rate is high`}
        checked={has('MinAcceptanceRate')}
        onChange={(event) => toggle('MinAcceptanceRate', event.currentTarget.checked)}
      />
      {has('MinAcceptanceRate') && <MinAcceptanceRate form={form} />}
      {form.errors.autoAcceptRules && (
        <Text size="sm" c="red" role="alert">
          {form.errors.autoAcceptRules}
        </Text>
      )}
    </Section>
  )
}

const withoutType = (rules: Rules, type: string): Rules => rules.filter((rule) => rule.type !== type)

function MinAcceptanceRate({ form }: Pick<OfferForm, 'form'>) {
  const { t } = useLingui()
  const index = form.values.autoAcceptRules.findIndex(({ type }) => type === 'MinAcceptanceRate')
  return (
    <NumberField
      label={t`Minimum acceptance rate`}
      description={t`For example 0.95 (19 of 20)`}
      fractionDigits={4}
      maw={320}
      {...form.getInputProps(`autoAcceptRules.${index}.value`)}
    />
  )
}
