import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { choicesOf, type Field, isMarks } from '../offers/page-form/form-schema.ts'
import { marksOf, spansOf, useMarkNames } from '../offers/page-form/marked-item.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { useMemberName } from '../ui/schema/names.ts'
import { isRecord, type Values } from '../ui/schema/schema.ts'
import { escapeHidden, UserText } from '../ui/user-text.tsx'

type AnswerValuesProps = {
  readonly fields: readonly Field[]
  readonly value: Values
  /** The text of the item that spans mark. */
  readonly text?: string | undefined
}

/** The value of an answer: its fields in the order of the form, with the names of choices in the reader's language; unknown members come last. */
export function AnswerValues({ fields, value, text }: AnswerValuesProps) {
  const nameOf = useMemberName()
  const given = fields.filter(({ key }) => value[key] !== undefined && value[key] !== null)
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !fields.some((field) => field.key === key)))
  const hasOthers = Object.keys(others).length > 0
  if (given.length === 0 && !hasOthers)
    return (
      <Text size="sm" c="dimmed">
        <Trans>No answers were given.</Trans>
      </Text>
    )
  return (
    <Stack gap={6} miw={0}>
      {given.length > 0 && (
        <Stack gap={6} component="dl" m={0}>
          {given.map((field) => (
            <Box key={field.key}>
              <Text component="dt" size="xs" c="dimmed" dir="auto">
                {escapeHidden(nameOf(field.key, field.schema))}
              </Text>
              <Box component="dd" m={0} fz="sm">
                <FieldValue field={field} value={value[field.key]} text={text} />
              </Box>
            </Box>
          ))}
        </Stack>
      )}
      {hasOthers && <Answers details={others} />}
    </Stack>
  )
}

type FieldValueProps = { readonly field: Field; readonly value: unknown; readonly text?: string | undefined }

/** One field of an answer. */
export function FieldValue({ field, value, text }: FieldValueProps) {
  const nameOf = useChoiceName(field)
  if (field.input === 'spans') return <Spans field={field} value={value} text={text} />
  if (isMarks(field)) return <MarkCounts field={field} value={value} />
  if (Array.isArray(value) && value.every((each) => !isRecord(each) && !Array.isArray(each)))
    return <bdi>{value.map(nameOf).join(', ') || '–'}</bdi>
  if (isRecord(value) || Array.isArray(value))
    return <Answers details={{ [field.key]: value }} schema={{ properties: { [field.key]: field.schema } }} />
  return <LongText text={nameOf(value)} />
}

/** Returns a function that names a value in the reader's language. */
export function useChoiceName(field: Field): (value: unknown) => string {
  const { t, i18n } = useLingui()
  const choices = choicesOf(field, i18n.locale)
  return (value) => {
    const label = choices.find((choice) => choice.value === value)?.label
    return label ?? (value === true ? t`Yes` : value === false ? t`No` : String(value))
  }
}

const longFrom = 400

/** A text, folded if it is long. */
function LongText({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text.length < longFrom) return <UserText text={text} size="sm" />
  return (
    <>
      <UserText text={text} size="sm" {...(isOpen ? {} : { lineClamp: 6 })} />
      <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
      </Button>
    </>
  )
}

/** The parts of a text that were marked. */
function Spans({ field, value, text = '' }: FieldValueProps) {
  const nameOf = useMarkNames(field)
  const characters = [...text]
  const spans = spansOf(value)
  if (spans.length === 0) return <MarkCounts field={field} value={value} />
  return (
    <List size="sm" listStyleType="none">
      {spans.map(({ start, end, label }) => (
        <List.Item key={`${start} ${end} ${label}`}>
          <bdi>{escapeHidden(characters.slice(start, end).join('')) || `${start}–${end}`}</bdi>{' '}
          <Text span size="xs" c="dimmed">
            <bdi>{nameOf(label)}</bdi>
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

/** How many boxes, points or spans there are, by label. */
function MarkCounts({ field, value }: FieldValueProps) {
  const nameOf = useMarkNames(field)
  const marks = field.input === 'spans' ? spansOf(value) : marksOf(value)
  const count = marks.length
  const names = marks.flatMap(({ label }) => (label === undefined ? [] : [nameOf(label)]))
  const counted = [...new Set(names)].map((name) => `${name} ${names.filter((each) => each === name).length}`)
  return (
    <>
      {field.input === 'boxes' && <Plural value={count} one="# box" other="# boxes" />}
      {field.input === 'points' && <Plural value={count} one="# point" other="# points" />}
      {field.input === 'spans' && <Plural value={count} one="# marked part" other="# marked parts" />}
      {counted.length > 0 && <bdi> ({counted.join(', ')})</bdi>}
    </>
  )
}
