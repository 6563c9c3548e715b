import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { languages } from '../language.ts'
import { type Labels, useLabels } from '../ui/labels.ts'
import { useMemberName } from '../ui/schema/names.ts'
import {
  asKind,
  type BuilderField,
  type FieldKind,
  fieldKinds,
  labelIn,
  languagesOf,
  withLabel,
} from './schema-fields.ts'
import { SchemaLimits } from './schema-limits.tsx'

const kindLabels: Labels = {
  text: msg`Text`,
  longText: msg`Long text`,
  number: msg({ message: 'Number', context: 'kind of field' }),
  integer: msg`Whole number`,
  choice: msg`Choice`,
  boolean: msg`Yes or no`,
  url: msg`Web address`,
}

type CardProps = {
  readonly field: BuilderField
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onChange: (field: BuilderField) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One field of the form: its kind, labels, limits and place. */
export function SchemaFieldCard(props: CardProps) {
  const { t } = useLingui()
  const { field, onChange } = props
  const others = field.otherKeywords.join(', ')
  return (
    <Card withBorder padding="sm" role="group" aria-label={t`Field ${field.key}`}>
      <Stack gap="xs">
        <CardHeader {...props} />
        <LabelFields field={field} onChange={onChange} />
        {field.kind && (
          <SchemaLimits
            kind={field.kind}
            property={field.property}
            onChange={(property) => onChange({ ...field, property })}
          />
        )}
        <Checkbox
          label={t`Required`}
          checked={field.isRequired}
          onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked })}
        />
        {others !== '' && (
          <Text size="sm" c="dimmed">
            <Trans>This field has more rules ({others}). They are kept; edit them under Advanced.</Trans>
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function CardHeader({ field, isFirst, isLast, onChange, onMove, onRemove }: CardProps) {
  const { t } = useLingui()
  const { key } = field
  const small = { variant: 'default', size: 'compact-md' } as const
  return (
    <Group justify="space-between" align="flex-end" gap="xs">
      <Group align="flex-end" gap="sm">
        <Text ff="monospace" fw={600} pb={6}>
          {key}
        </Text>
        <KindSelect field={field} onChange={onChange} />
      </Group>
      <Group gap={4}>
        <Button {...small} disabled={isFirst} aria-label={t`Move ${key} up`} onClick={() => onMove(-1)}>
          ↑
        </Button>
        <Button {...small} disabled={isLast} aria-label={t`Move ${key} down`} onClick={() => onMove(1)}>
          ↓
        </Button>
        <Button {...small} color="red" variant="subtle" aria-label={t`Remove ${key}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
    </Group>
  )
}

/** The kind can be changed as long as the builder shows all rules of the field. */
function KindSelect({ field, onChange }: Pick<CardProps, 'field' | 'onChange'>) {
  const { t } = useLingui()
  const label = useLabels(kindLabels)
  const isFixed = field.kind === undefined || field.otherKeywords.length > 0
  return (
    <NativeSelect
      label={t`Kind`}
      disabled={isFixed}
      data={[
        ...(field.kind ? [] : [{ value: '', label: t`Other` }]),
        ...fieldKinds.map((kind) => ({ value: kind, label: label(kind) })),
      ]}
      value={field.kind ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...field, property: asKind(field.property, value as FieldKind) })
      }
    />
  )
}

function LabelFields({ field, onChange }: Pick<CardProps, 'field' | 'onChange'>) {
  const { t, i18n } = useLingui()
  const nameOf = useMemberName()
  const { key, property } = field
  const languageNames = new Intl.DisplayNames([i18n.locale], { type: 'language', fallback: 'code' })
  const tags = [...new Set<string>([...languages, ...languagesOf(property)])]
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {tags.map((tag) => (
        <TextInput
          key={tag}
          label={t`Label: ${languageNames.of(tag) ?? tag}`}
          lang={tag}
          dir="auto"
          maxLength={200}
          placeholder={tag === i18n.locale ? nameOf(key) : ''}
          value={labelIn(property, tag)}
          onChange={(event) => onChange({ ...field, property: withLabel(property, tag, event.currentTarget.value) })}
        />
      ))}
    </SimpleGrid>
  )
}
