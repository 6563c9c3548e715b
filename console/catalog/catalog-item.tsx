import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { NumberField } from '../ui/input/number-field.tsx'
import { UserText } from '../ui/user-text.tsx'
import { CategoryPlatforms } from './category-platforms.tsx'
import { CommonFields, type FieldProps } from './common-fields.tsx'
import type { PartName } from './draft.ts'
import { type CatalogEditing, localizedName } from './editing.ts'
import { proofCountOf } from './proof-count.ts'
import { SchemaEditor } from './schema-editor.tsx'

type ItemProps = {
  readonly editing: CatalogEditing
  readonly part: PartName
  readonly index: number
  readonly onBack: () => void
}

/** An entry of the catalog with all its members. */
export function CatalogItem({ editing, part, index, onBack }: ItemProps) {
  const { i18n } = useLingui()
  const item = editing.form.values.document[part][index]
  const path = `document.${part}.${index}`
  const isNew = !editing.saved.document[part].some((saved) => saved.code === item?.code)
  const remove = () => {
    editing.form.removeListItem(`document.${part}`, index)
    onBack()
  }
  return (
    <Stack gap="md" maw={860}>
      <Group gap="xs" justify="space-between">
        <Button variant="default" size="xs" onClick={onBack}>
          <Trans>Back to list</Trans>
        </Button>
        {item && isNew && (
          <Button variant="subtle" color="red" size="xs" onClick={remove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
      {item && (
        <>
          <Title order={2}>
            <UserText text={localizedName(i18n.locale, item)} oneLine inherit />
          </Title>
          <CommonFields editing={editing} path={path} isNew={isNew} />
          {part === 'prices' && <PriceFields editing={editing} path={path} />}
          {part === 'categories' && <CategoryPlatforms editing={editing} index={index} />}
          {part === 'addOns' && <AddOnFields editing={editing} path={path} />}
        </>
      )}
    </Stack>
  )
}

function PriceFields({ editing, path }: FieldProps) {
  const { t } = useLingui()
  const { form, currency } = editing
  return (
    <>
      <PlatformField editing={editing} path={path} />
      <Group grow align="flex-start">
        <NumberField
          label={t`Reward, ${currency}`}
          description={t`Per accepted submission`}
          fractionDigits={4}
          currency={currency}
          required
          {...form.getInputProps(`${path}.rewardPerAction`)}
        />
        <DurationField editing={editing} path={path} />
      </Group>
      <NativeSelect
        label={t`Additional details`}
        data={[
          { value: 'lenient', label: t`Allow additional fields` },
          { value: 'strict', label: t`Only fields in the schema` },
        ]}
        {...form.getInputProps(`${path}.detailsMode`)}
      />
      <RewardFields editing={editing} path={path} />
      <ProofFields editing={editing} path={path} />
      <SchemaEditor form={form} path={`${path}.offerDetailsSchema`} title={t`Advertiser’s fields`} />
      <SchemaEditor form={form} path={`${path}.executionDetailsSchema`} title={t`Executor’s fields`} />
    </>
  )
}

function PlatformField({ editing: { form }, path }: FieldProps) {
  const { t, i18n } = useLingui()
  const data = form.values.document.categories.map((category) => ({
    group: localizedName(i18n.locale, category),
    items: category.platforms.map((platform) => ({
      value: platform.code,
      label: localizedName(i18n.locale, platform),
    })),
  }))
  return <NativeSelect label={t`Platform`} data={data} {...form.getInputProps(`${path}.platform`)} />
}

type Bound = number | ''

function RewardFields({ editing: { form, currency }, path }: FieldProps) {
  const { t } = useLingui()
  const { value, onChange } = form.getInputProps(`${path}.reward`)
  const { min = '', max = '' }: { readonly min?: Bound; readonly max?: Bound } = value ?? {}
  const change = (next: { readonly min: Bound; readonly max: Bound }) =>
    onChange(next.min === '' && next.max === '' ? undefined : next)
  const shared = { fractionDigits: 4, currency }
  return (
    <Fieldset legend={t`Range of rewards`}>
      <Group grow align="flex-start">
        <NumberField
          label={t`At least`}
          description={t`Leave both empty if advertisers cannot choose the reward`}
          {...shared}
          {...form.getInputProps(`${path}.reward.min`)}
          value={min}
          onChange={(bound) => change({ min: bound, max })}
        />
        <NumberField
          label={t`At most`}
          {...shared}
          {...form.getInputProps(`${path}.reward.max`)}
          value={max}
          onChange={(bound) => change({ min, max: bound })}
        />
      </Group>
    </Fieldset>
  )
}

function ProofFields({ editing: { form }, path }: FieldProps) {
  const { t } = useLingui()
  const { value, onChange } = form.getInputProps(`${path}.proofs`)
  const { min, max } = proofCountOf(value)
  return (
    <Fieldset legend={t`Number of proofs`}>
      <Group grow align="flex-start">
        <NumberField
          label={t`At least`}
          description={t`0: work can be submitted without proofs`}
          {...form.getInputProps(`${path}.proofs.min`)}
          value={min}
          onChange={(count) => onChange({ min: count, max })}
        />
        <NumberField
          label={t`At most`}
          {...form.getInputProps(`${path}.proofs.max`)}
          value={max}
          onChange={(count) => onChange({ min, max: count })}
        />
      </Group>
    </Fieldset>
  )
}

function DurationField({ editing: { form }, path }: FieldProps) {
  const { t } = useLingui()
  const { value, onChange, ...input } = form.getInputProps(`${path}.reservationDurationSeconds`)
  return (
    <NumberField
      label={t`Time limit, seconds`}
      description={t`Leave empty to use the default`}
      {...input}
      value={value ?? ''}
      onChange={(seconds) => onChange(seconds === '' ? null : seconds)}
    />
  )
}

function AddOnFields({ editing: { form, currency }, path }: FieldProps) {
  const { t } = useLingui()
  return (
    <Fieldset legend={t`Cost, ${currency}`}>
      <Group grow align="flex-start">
        <NumberField
          label={t`Per submission`}
          fractionDigits={4}
          currency={currency}
          {...form.getInputProps(`${path}.costPerAction`)}
        />
        <NumberField
          label={t`Once`}
          fractionDigits={4}
          currency={currency}
          {...form.getInputProps(`${path}.costFlat`)}
        />
      </Group>
    </Fieldset>
  )
}
