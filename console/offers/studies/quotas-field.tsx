import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Input, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { RequirementsField } from '../../qualifications/requirements-field.tsx'
import { ManyChoices } from '../../ui/input/choice-fields.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { genderLabels, useLabels } from '../../ui/labels.ts'
import { emptyQuota, type QuotaInput } from './study-values.ts'

type Choice = { readonly value: string; readonly label: string }

type QuotasProps = {
  readonly value: readonly QuotaInput[]
  readonly onChange: (quotas: readonly QuotaInput[]) => void
  readonly countries: readonly Choice[]
  readonly errors: Readonly<Record<string, unknown>>
  /** Whether the task is published: its quotas stay as they are, except for higher numbers. */
  readonly isPublished: boolean
}

const quotasMax = 50

/** How many executors of each kind may take part. */
export function QuotasField({ value, onChange, countries, errors, isPublished }: QuotasProps) {
  const { t } = useLingui()
  const own = errors['quotas']
  return (
    <Input.Wrapper
      label={t`Quotas`}
      labelElement="div"
      description={t`The most people of a kind who may take part. Who fits no quota is not limited. Executors do not see quotas.`}
      error={own ? String(own) : undefined}
    >
      <Stack gap="sm" mt="xs">
        {[...value.entries()].map(([index, quota]) => (
          <Quota
            // The number of quotas too: an unfinished requirement must not move into another quota.
            key={`${value.length} ${index}`}
            quota={quota}
            number={index + 1}
            countries={countries}
            errors={errors}
            isFixed={isPublished && quota.taken !== undefined}
            errorOf={(member) => {
              const error =
                errors[`quotas.${index}.${member}`] ?? (member === 'name' ? errors[`quotas.${index}`] : undefined)
              return error ? String(error) : undefined
            }}
            onChange={(changed) => onChange(value.map((each, place) => (place === index ? changed : each)))}
            remove={() => onChange(value.filter((_, place) => place !== index))}
          />
        ))}
        {value.length < quotasMax && (
          <Button
            variant="default"
            size="compact-md"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...value, emptyQuota])}
          >
            <Trans>Add a quota</Trans>
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

type QuotaProps = Pick<QuotasProps, 'countries' | 'errors'> & {
  readonly quota: QuotaInput
  readonly number: number
  readonly isFixed: boolean
  readonly errorOf: (member: string) => string | undefined
  readonly onChange: (quota: QuotaInput) => void
  readonly remove: () => void
}

function Quota({ quota, number, countries, errors, isFixed, errorOf, onChange, remove }: QuotaProps) {
  const { t } = useLingui()
  const change = (part: Partial<QuotaInput>) => onChange({ ...quota, ...part })
  return (
    <Card withBorder padding="sm" role="group" aria-label={t`Quota ${number}`}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <TextInput
            label={t`Name`}
            value={quota.name}
            maxLength={100}
            disabled={isFixed}
            error={errorOf('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <NumberField
            label={t`Most people`}
            value={quota.max}
            error={errorOf('max')}
            onChange={(max) => change({ max })}
          />
          <GenderOf quota={quota} isFixed={isFixed} change={change} />
          <AgesOf quota={quota} isFixed={isFixed} errorOf={errorOf} change={change} />
        </SimpleGrid>
        <ManyChoices
          label={t`Countries`}
          description={t`Leave empty for all countries.`}
          choices={[...countries]}
          value={(quota.countries ?? []).map(String)}
          disabled={isFixed}
          limit={60}
          error={errorOf('countries')}
          onChange={(ids: readonly string[]) => change({ countries: ids.map(Number) })}
        />
        {(!isFixed || (quota.requirements ?? []).length > 0) && (
          <RequirementsField
            description={t`Only executors who also meet all of these count in the quota.`}
            value={quota.requirements ?? []}
            onChange={(requirements) => change({ requirements })}
            countries={countries}
            errors={errors}
            name={`quotas.${number - 1}.requirements`}
            isFixed={isFixed}
          />
        )}
        {!isFixed && (
          <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={remove}>
            <Trans>Remove this quota</Trans>
          </Button>
        )}
      </Stack>
    </Card>
  )
}

type PartProps = Pick<QuotaProps, 'quota' | 'isFixed'> & { readonly change: (part: Partial<QuotaInput>) => void }

function AgesOf({ quota, isFixed, errorOf, change }: PartProps & Pick<QuotaProps, 'errorOf'>) {
  const { t } = useLingui()
  return (
    <Group gap="sm" wrap="nowrap" align="end">
      <NumberField
        label={t`Minimum age`}
        value={quota.minAge ?? ''}
        disabled={isFixed}
        error={errorOf('minAge')}
        onChange={(minAge) => change({ minAge })}
      />
      <NumberField
        label={t`Maximum age`}
        value={quota.maxAge ?? ''}
        disabled={isFixed}
        error={errorOf('maxAge')}
        onChange={(maxAge) => change({ maxAge })}
      />
    </Group>
  )
}

function GenderOf({ quota, isFixed, change }: PartProps) {
  const { t } = useLingui()
  const word = useLabels(genderLabels)
  return (
    <NativeSelect
      label={t`Gender`}
      value={quota.gender ?? ''}
      disabled={isFixed}
      data={[
        { value: '', label: t`Any` },
        ...Object.keys(genderLabels).map((value) => ({ value, label: word(value) })),
      ]}
      onChange={({ currentTarget }) => change({ gender: currentTarget.value })}
    />
  )
}
