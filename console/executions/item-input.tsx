import { Text } from '@mantine/core'
import { filledShow, isEmbeddedPicture, type Shown } from '../offers/page-form/fill.ts'
import { type Field, fieldsOf, markedPlace } from '../offers/page-form/form-schema.ts'
import { MarkedItem } from '../offers/page-form/marked-item.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { isRecord, type Values } from '../ui/schema/schema.ts'

/** The page of a task: what it shows of an item, and the fields of its answer. */
export type AnswerPage = { readonly answerSchema?: unknown; readonly show?: unknown } | undefined

export const fieldsOn = (page: AnswerPage): Field[] => (isRecord(page?.answerSchema) ? fieldsOf(page.answerSchema) : [])

const isPicture = (value: string): boolean =>
  isEmbeddedPicture(value) || /^https:\/\/[^\s]+\.(?:jpe?g|png|webp|gif|avif)(?:\?[^\s]*)?$/i.test(value)

/** Returns the parts of an item to show: those of its page or, without a page, the pictures in its data. */
export function shownOf(page: AnswerPage, data: Values): Shown[] {
  const show = filledShow(page, data)
  if (show.length > 0) return show
  return Object.entries(data).flatMap(([label, value]) =>
    typeof value === 'string' && isPicture(value) ? [{ kind: 'image', value, label }] : [],
  )
}

/** The text of an item that its spans mark. */
export const markedText = (fields: readonly Field[], show: readonly Shown[]): string | undefined => {
  const field = fields.find(({ input }) => input === 'spans')
  const place = field && markedPlace(field, show)
  return place === undefined ? undefined : (show[place]?.value ?? undefined)
}

type ItemInputProps = {
  readonly page: AnswerPage
  readonly data: Values
  /** The answer whose marks are drawn. */
  readonly value?: Values | undefined
}

/** The input of an item: the pictures and texts that its page shows, or its data. */
export function ItemInput({ page, data, value }: ItemInputProps) {
  const show = shownOf(page, data)
  const hasOwnShow = filledShow(page, data).length > 0
  const shownValues = show.map((shown) => shown.value)
  const rest = Object.fromEntries(
    Object.entries(data).filter(([, each]) => !hasOwnShow && !shownValues.includes(each as string)),
  )
  return (
    <>
      {show.length > 0 && <MarkedItem show={show} fields={fieldsOn(page)} value={value} />}
      {Object.keys(rest).length > 0 && <Answers details={rest} schema={{ properties: linksIn(rest) }} />}
      {show.length === 0 && Object.keys(rest).length === 0 && (
        <Text size="sm" c="dimmed">
          –
        </Text>
      )}
    </>
  )
}

const linksIn = (data: Values) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      { title: name, ...(typeof value === 'string' && /^https:\/\/\S+$/.test(value) ? { format: 'uri' } : {}) },
    ]),
  )
