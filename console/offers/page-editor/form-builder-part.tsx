import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Autocomplete, Group, NativeSelect, TextInput } from '@mantine/core'
import { XIcon } from 'lucide-react'
import { type Labels, useLabels } from '../../ui/labels.ts'
import type { Part } from './form-parts.ts'
import { MoveButtons } from './move-buttons.tsx'

const kindLabels: Labels = {
  image: msg`Picture`,
  audio: msg`Audio`,
  video: msg`Video`,
  pdf: msg`PDF document`,
  text: msg({ message: 'Text', context: 'shown' }),
}

type FormBuilderPartProps = {
  readonly part: Part
  readonly place: number
  readonly count: number
  readonly columns: readonly string[]
  readonly onChange: (part: Part) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One thing that a form shows: its kind, the column or address that it comes from, and its caption. */
export function FormBuilderPart({ part, place, count, columns, onChange, onMove, onRemove }: FormBuilderPartProps) {
  const { t } = useLingui()
  const label = useLabels(kindLabels)
  const number = place + 1
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t`Shown ${number}`}>
      <NativeSelect
        label={t`Kind of content`}
        data={Object.keys(kindLabels).map((kind) => ({ value: kind, label: label(kind) }))}
        value={part.kind}
        onChange={({ currentTarget: { value } }) => onChange({ ...part, kind: value as Part['kind'] })}
        w={{ base: '100%', xs: 150 }}
      />
      <Autocomplete
        label={part.kind === 'text' ? t`Text or column` : t`Column or https address`}
        data={columns.map((name) => `{{${name}}}`)}
        value={part.value}
        onChange={(value) => onChange({ ...part, value })}
        flex="1 1 180px"
      />
      <TextInput
        label={t`Caption`}
        dir="auto"
        maxLength={200}
        value={part.label ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { label: _, ...rest } = part
          onChange(value === '' ? rest : { ...rest, label: value })
        }}
        flex="1 1 120px"
      />
      <MoveButtons {...{ place, count, onMove }} labels={[t`Move shown ${number} up`, t`Move shown ${number} down`]} />
      <ActionIcon variant="subtle" color="red" size="lg" aria-label={t`Remove shown ${number}`} onClick={onRemove}>
        <XIcon />
      </ActionIcon>
    </Group>
  )
}
