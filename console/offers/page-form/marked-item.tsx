import './page-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Box, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isRecord, type Values } from '../../ui/schema/schema.ts'
import { escapeHidden, UserText } from '../../ui/user-text.tsx'
import { isEmbeddedPicture, type Shown } from './fill.ts'
import { choicesOf, type Field, isMarks, markedPlace } from './form-schema.ts'
import type { Mark } from './marks.ts'
import { styleOf } from './picture-marks.tsx'
import { type Span, segmentsOf } from './text-spans.ts'

type MarkedItemProps = {
  readonly show: readonly Shown[]
  readonly fields: readonly Field[]
  /** The answer whose boxes, points and spans are drawn. */
  readonly value?: Values | undefined
  /** Shows only what has marks. */
  readonly marksOnly?: boolean
}

/** What an item shows, to be read: pictures with their boxes and points, texts with their spans. */
export function MarkedItem({ show, fields, value = {}, marksOnly = false }: MarkedItemProps) {
  const markedBy = (place: number) =>
    fields.filter(
      (field) => isMarks(field) && markedPlace(field, show) === place && (!marksOnly || hasMarks([field], value)),
    )
  return (
    <Stack gap="xs">
      {show.map((shown, place) => {
        const marking = markedBy(place)
        if (marksOnly && marking.length === 0) return null
        return <OneShown key={`${shown.kind} ${shown.value}`} {...{ shown, marking, value }} />
      })}
    </Stack>
  )
}

/** Whether an answer has boxes, points or spans. */
export const hasMarks = (fields: readonly Field[], value: Values): boolean =>
  fields.some(
    (field) => isMarks(field) && Array.isArray(value[field.key]) && (value[field.key] as unknown[]).length > 0,
  )

type OneShownProps = { readonly shown: Shown; readonly marking: readonly Field[]; readonly value: Values }

function OneShown({ shown: { kind, value: source, label }, marking, value }: OneShownProps) {
  const { t } = useLingui()
  return (
    <Stack gap={4} component="figure" m={0} miw={0}>
      {label && (
        <Text component="figcaption" size="xs" c="dimmed" dir="auto">
          {escapeHidden(label)}
        </Text>
      )}
      {source === null ? (
        <Text size="sm" c="dimmed">
          <Trans>This item has no address that can be shown.</Trans>
        </Text>
      ) : kind === 'image' ? (
        <Picture key={source} source={source} label={label ?? t`Picture`} marking={marking} value={value} />
      ) : kind === 'text' ? (
        <ReadText text={source} marking={marking} value={value} />
      ) : (
        <OtherMedia kind={kind} source={source} />
      )}
    </Stack>
  )
}

type PictureProps = Omit<OneShownProps, 'shown'> & { readonly source: string; readonly label: string }

function Picture({ source, label, marking, value }: PictureProps) {
  const { t } = useLingui()
  const content = (
    <>
      <LoadedPicture source={source} label={label} />
      {marking.map((field) => (
        <PictureMarks key={field.key} field={field} marks={value[field.key]} />
      ))}
    </>
  )
  // Browsers open no address that is a picture itself.
  if (isEmbeddedPicture(source)) return <Box className="read-picture">{content}</Box>
  return (
    <Anchor
      href={source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="read-picture"
      aria-label={t`Open ${label}`}
    >
      {content}
    </Anchor>
  )
}

function LoadedPicture({ source, label }: Pick<PictureProps, 'source' | 'label'>) {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? (
    <Text size="sm" p="xs">
      <Trans>The picture could not be loaded.</Trans>
    </Text>
  ) : (
    <img
      src={source}
      alt={label}
      referrerPolicy="no-referrer"
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

const isMark = (mark: unknown): mark is Mark =>
  isRecord(mark) && typeof mark['x'] === 'number' && typeof mark['y'] === 'number'
const isSpan = (span: unknown): span is Span =>
  isRecord(span) && typeof span['start'] === 'number' && typeof span['end'] === 'number'

export const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? value.filter(isSpan) : [])
export const marksOf = (value: unknown): Mark[] => (Array.isArray(value) ? value.filter(isMark) : [])

/** Returns a function that names the label of a mark in the reader's language. */
export function useMarkNames(field: Field): (label: string | undefined) => string {
  const { i18n } = useLingui()
  const choices = choicesOf(field, i18n.locale)
  return (label) => escapeHidden(choices.find(({ value }) => value === label)?.label ?? label ?? '')
}

function PictureMarks({ field, marks }: { readonly field: Field; readonly marks: unknown }) {
  const nameOf = useMarkNames(field)
  return marksOf(marks).map((mark, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other identity.
      key={index}
      className={mark.width === undefined ? 'work-point' : 'work-box'}
      style={styleOf(mark)}
      data-label={nameOf(mark.label)}
    />
  ))
}

function ReadText({ text, marking, value }: Omit<PictureProps, 'source' | 'label'> & { readonly text: string }) {
  const [field] = marking
  if (!field) return <UserText text={text} size="sm" />
  return <TextWithSpans text={text} field={field} spans={spansOf(value[field.key])} />
}

type TextWithSpansProps = { readonly text: string; readonly field: Field; readonly spans: readonly Span[] }

function TextWithSpans({ text, field, spans }: TextWithSpansProps) {
  const nameOf = useMarkNames(field)
  return (
    <Box className="work-text user-text" dir="auto" fz="sm">
      {segmentsOf(text, spans, undefined).map(({ start, text: part, isMarked, label }) =>
        isMarked ? (
          <mark key={start} className="work-span" data-label={nameOf(label)}>
            {escapeHidden(part)}
          </mark>
        ) : (
          escapeHidden(part)
        ),
      )}
    </Box>
  )
}

function OtherMedia({ kind, source }: { readonly kind: string; readonly source: string }) {
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: the answer is its transcript.
    return <audio src={source} controls preload="none" className="work-media" />
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: the same.
    return <video src={source} controls preload="none" className="work-media" />
  return (
    <Anchor href={source} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      <Trans>Open the document</Trans>
    </Anchor>
  )
}
