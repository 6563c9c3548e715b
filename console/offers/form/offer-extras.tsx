import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { ask } from '../../queries.ts'
import { Money, useDecimalSign } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { limitsOf, type OfferForm } from './offer-fields.tsx'

type Props = { readonly offer: OfferForm }

/** The fields for add-ons. */
export function AddOns({ offer }: Props) {
  const { t, i18n } = useLingui()
  const query = { locale: i18n.locale }
  const result = useQuery({
    ...ask(['catalog', 'add-ons', query], (signal) =>
      groupA.GET('/api/advertiser/offers/add-ons', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!offer.may('selectedAddOnIds') || result.data?.length === 0) return null
  const input = offer.form.getInputProps('selectedAddOnIds')
  return (
    <Part title={t`Add-ons`}>
      <Loaded query={result} waiting={<Waiting rows={2} height={28} />}>
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
                    description={<Costs of={addOn} />}
                  />
                ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Loaded>
    </Part>
  )
}

const Costs = ({ of: { costPerAction, costFlat, currency } }: { readonly of: A['AddOn'] }) => (
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
export function AutoAccept({ offer: { form, may } }: Props) {
  const { t } = useLingui()
  if (!may('autoAcceptRules')) return null
  const rules = form.values.autoAcceptRules
  const change = (to: Rules) => form.setFieldValue('autoAcceptRules', to as never)
  const turn = (type: string, isOn: boolean) =>
    change(isOn ? [...rules, { type, ...(type === 'MinAcceptanceRate' && { value: '' }) }] : others(rules, type))
  const has = (type: string) => rules.some((rule) => rule.type === type)
  return (
    <Part title={t`Auto-accept`}>
      <Text size="sm" c="dimmed">
        <Trans>All other work comes to you for review.</Trans>
      </Text>
      <Checkbox
        label={t`If the completion code is correct`}
        description={t`For surveys that end with a code. Set its pattern in the details above, or add single-use codes to the offer later. Each code counts once.`}
        checked={has('CompletionCode')}
        onChange={(event) => turn('CompletionCode', event.currentTarget.checked)}
      />
      <Checkbox
        label={t`If the executor's acceptance rate is high`}
        checked={has('MinAcceptanceRate')}
        onChange={(event) => turn('MinAcceptanceRate', event.currentTarget.checked)}
      />
      {has('MinAcceptanceRate') && <LowestShare form={form} />}
      {form.errors.autoAcceptRules && (
        <Text size="sm" c="red" role="alert">
          {form.errors.autoAcceptRules}
        </Text>
      )}
    </Part>
  )
}

const others = (rules: Rules, type: string): Rules => rules.filter((rule) => rule.type !== type)

function LowestShare({ form }: Pick<OfferForm, 'form'>) {
  const { t } = useLingui()
  const index = form.values.autoAcceptRules.findIndex(({ type }) => type === 'MinAcceptanceRate')
  const { minimum = 0, maximum = 1 } = limitsOf('autoAcceptRules').items?.properties?.value ?? {}
  return (
    <NumberInput
      label={t`Minimum acceptance rate`}
      description={t`For example 0.95 (19 of 20)`}
      min={minimum}
      max={maximum}
      decimalSeparator={useDecimalSign()}
      hideControls
      maw={320}
      {...form.getInputProps(`autoAcceptRules.${index}.value`)}
    />
  )
}
