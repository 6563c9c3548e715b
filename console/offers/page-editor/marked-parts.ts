import { type Field, fieldsOf, markedKind, markedPlace } from '../page-form/form-schema.ts'
import { type Form, withFields } from './form-fields.ts'

type Part = { readonly kind: string }
type ShowingForm = Form & { readonly show?: readonly Part[] }
type PartOf<Page extends ShowingForm> = NonNullable<Page['show']>[number]

/** Returns the list without the entry at a place. */
export const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place)

/** Returns the list with the entry at a place one place later or, with -1, earlier; the same list at its ends. */
export function moved<T>(list: readonly T[], place: number, by: -1 | 1): readonly T[] {
  const [one, other] = [list[place], list[place + by]]
  if (one === undefined || other === undefined) return list
  return list.with(place, other).with(place + by, one)
}

/** Returns the places of the parts that a field could mark. */
export function markablePlaces({ input }: Field, show: readonly Part[]): number[] {
  const kind = markedKind(input)
  return show.flatMap((part, place) => (part.kind === kind ? [place] : []))
}

/** Returns the field with the part at a place as the one that it marks. */
export const markingOn = (field: Field, place: number): Field => ({
  ...field,
  schema: { ...field.schema, 'x-on': place },
})

/** Returns why executors could not answer a field with these parts; undefined if they can. */
export function missingPart(field: Field, show: readonly Part[]): 'image' | 'text' | 'two' | undefined {
  const kind = markedKind(field.input)
  if (kind === undefined) return field.input === 'compare' && show.length < 2 ? 'two' : undefined
  return markablePlaces(field, show).length === 0 ? kind : undefined
}

/** Returns the page with other parts. Each field marks the same part as before or, if that is gone, the first that it can mark. */
export function withParts<Page extends ShowingForm>(
  page: Page,
  show: readonly PartOf<Page>[],
  placeAfter = (place: number): number | undefined => place,
): Page {
  const before = page.show ?? []
  const fields = fieldsOf(page.answerSchema).map((field): Field => {
    const { 'x-on': on, ...schema } = field.schema
    const place = markedPlace(field, before)
    if (place === undefined) return field
    const after = placeAfter(place)
    const places = markablePlaces(field, show)
    if (after === undefined || !places.includes(after)) return { ...field, schema }
    return on === undefined && places[0] === after ? field : markingOn(field, after)
  })
  return { ...withFields(page, fields), show: [...show] }
}

/** Returns the page without the part at a place. */
export const withoutPart = <Page extends ShowingForm>(page: Page, place: number): Page =>
  withParts(page, without(page.show ?? [], place), (at) => (at === place ? undefined : at > place ? at - 1 : at))

/** Returns the page with the part at a place one place later or, with -1, earlier. */
export function withMovedPart<Page extends ShowingForm>(page: Page, place: number, by: -1 | 1): Page {
  const show = page.show ?? []
  const places = moved([...show.keys()], place, by)
  return withParts(page, moved(show, place, by), (at) => places.indexOf(at))
}
