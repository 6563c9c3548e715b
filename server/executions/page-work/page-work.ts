import type { JsonSchema } from '../../catalog/catalog.ts'
import type { OfferContent } from '../../offers/offer.ts'
import { type Page, pageOf, pageWithoutFields, textOfPage } from '../../offers/pages/page.ts'
import { type Reservation, refusalOf } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { filledTexts, hasPlaceholders } from '../../values/placeholders/filled-texts.ts'
import { fillAddress, fillPicture, fillText, type ItemValues } from '../../values/placeholders/placeholders.ts'
import { bodyError, missing, ValidationError } from '../../values/problems/problem.ts'
import { bytesOfJsonMax } from '../../values/sentences.ts'
import { publicDetails } from '../report.ts'
import { oneAnswerErrors } from '../submit/answers.ts'

const draftBytesMax = 65_536

/** What an executor has entered for an item: an answer, or why the item is skipped. */
export type Draft = { readonly value?: ItemValues | undefined; readonly skipped?: string | undefined }

/** A reservation with its page and items. Without items, the offer itself is item 0. */
export type PageWorkRow = Pick<Reservation, 'id' | 'offer' | 'executor' | 'status' | 'expiresAt'> & {
  readonly advertiser: Id<'account'>
  /** The version of the secret of the study. */
  readonly secretVersion: number
  readonly page: string | null
  /** The content of the reserved version without its page. */
  readonly content: Omit<OfferContent, 'page'>
  readonly offerDetailsSchema: JsonSchema
  readonly skipsMax: number | null
  readonly items: readonly { readonly itemId: number; readonly data: ItemValues }[] | null
  readonly drafts: Readonly<Record<string, Draft>> | null
  /** The answers of the work that is to be changed, for a rework. */
  readonly answered: readonly (Draft & { readonly itemId?: number })[] | null
}

/** What an executor must answer: the page (null: any object will do), and the items (null: one answer in all). */
export type AskedWork = { readonly page: Page | null; readonly items: PageWorkRow['items'] }

/** The place of the form with which work is submitted, among the drafts of items. */
export const formItem = -1

/** What an executor has entered in the form with which they will submit: answers that the type of work asks for, and uploads. */
export type FormDraft = {
  readonly details: ItemValues
  readonly proofs: readonly KeptUpload[]
  readonly device: string
}
type KeptUpload = {
  readonly url: string
  readonly fileName: string
  readonly size: number
  readonly contentType: string
}

export const PageNotFound = missing('page_not_found', 'Page not found', 'This work has no such page or item.')

/** What is shown of an item; null if the address in its data cannot be used, or if the values of the reservation are too large. */
type ShownItem = { readonly kind: string; readonly value: string | null; readonly label: string | null }

/** The texts of an offer about one item, in each language. */
export type ItemTexts = Omit<OfferContent, 'page' | 'acceptanceCriteria'>

export type WorkItem = {
  readonly itemId: number
  readonly data: ItemValues
  /** The texts of the offer about this item; undefined: they are the same for all. */
  readonly instructions: ItemTexts | undefined
  readonly show: readonly ShownItem[]
  readonly url: string | null
  readonly draft: Draft | null
}

export type PageWork = {
  readonly page: Page
  readonly skipsMax: number
  readonly items: readonly WorkItem[]
}

type Found = PageWorkRow & { readonly page: string }
/** What an answer is checked by. */
type Answerable = Pick<Found, 'page' | 'items' | 'skipsMax' | 'drafts' | 'answered'>

/** Throws unless the reservation is active and its work is done on a page. Items without a page have one without fields. */
export function mustBeWorked(row: PageWorkRow, now: Date): Found {
  const refusal = refusalOf(row, now)
  if (refusal) throw refusal
  const page = row.page ?? (row.items && textOfPage(pageWithoutFields))
  if (page === null) throw PageNotFound({})
  return { ...row, page }
}

function filled(kind: string, value: string, data: ItemValues): string | undefined {
  if (kind === 'text') return fillText(value, data)
  return kind === 'image' ? fillPicture(value, data) : fillAddress(value, data)
}

const itemsOf = ({ items }: Pick<PageWorkRow, 'items'>) => items ?? [{ itemId: 0, data: {} }]

/** Returns what an executor has entered for an item, or submitted before a rework; null: nothing. */
export const draftOf = ({ drafts, answered }: Pick<PageWorkRow, 'drafts' | 'answered'>, item: number): Draft | null => {
  const { itemId: _, ...earlier } = answered?.find(({ itemId = 0 }) => itemId === item) ?? { itemId: undefined }
  return drafts?.[item] ?? (Object.keys(earlier).length > 0 ? earlier : null)
}

/** Returns one item with its page. Throws PageNotFound if the reservation does not have it. */
export function workItem(row: Answerable, item: number) {
  const found = itemsOf(row).find(({ itemId }) => itemId === item)
  if (!found) throw PageNotFound({})
  return { page: pageOf(row.page), data: found.data, draft: draftOf(row, item) }
}

/** All filled texts of an answer, in characters: a text can repeat the values of an item. */
export const filledMax = 4 * 1024 * 1024

/** Returns what an executor works on, with what they have entered so far. `urlOf` returns where the page of an item is opened. */
export function pageWorkOf(
  row: Found,
  urlOf: (page: Page, data: ItemValues | null, item: number) => string | null,
): PageWork {
  const { content } = row
  const { html: _, ...page } = pageOf(row.page)
  const hasOwnTexts = row.items !== null && hasPlaceholders(content)
  let left = filledMax
  const limited = <Value>(fill: () => Value): Value | null => {
    const filled = left > 0 ? fill() : null
    left -= JSON.stringify(filled).length
    return left >= 0 ? filled : null
  }
  return {
    page,
    skipsMax: row.skipsMax ?? 0,
    items: itemsOf(row).map(({ itemId, data }) => ({
      itemId,
      data,
      instructions: (hasOwnTexts && limited(() => textsOf(row, data))) || undefined,
      show: (page.show ?? []).map(({ kind, value, label }) => ({
        kind,
        value: limited(() => filled(kind, value, data) ?? null),
        label: label ?? null,
      })),
      url: urlOf(page, row.items === null ? null : data, itemId),
      draft: draftOf(row, itemId),
    })),
  }
}

function textsOf({ content, offerDetailsSchema }: PageWorkRow, data: ItemValues) {
  const details = publicDetails(content.details, offerDetailsSchema)
  return { ...filledTexts({ ...content, details }, data), sourceLanguage: content.sourceLanguage }
}

/** Throws unless the draft is small enough, and about an item of the reservation. */
export function checkDraft(row: Answerable, item: number, draft: Draft): void {
  workItem(row, item)
  if (Buffer.byteLength(JSON.stringify(draft)) > draftBytesMax)
    throw ValidationError([bodyError('value', 'max_length', bytesOfJsonMax(draftBytesMax))])
}

/** Returns what was entered in the form of an active reservation, also of one that expired before; null: nothing. Throws what ended it. */
export function formDraftOf(row: PageWorkRow, now: Date): FormDraft | null {
  mustBeRunning(row, now)
  const value = row.drafts?.[formItem]?.value
  return (value as FormDraft | undefined) ?? null
}

export function mustBeRunning(row: PageWorkRow, now: Date): void {
  const refusal = refusalOf(row, now)
  if (refusal) throw refusal
}

/** Throws unless the draft of the form is small enough. */
export function checkForm(draft: FormDraft): void {
  if (Buffer.byteLength(JSON.stringify(draft)) > draftBytesMax)
    throw ValidationError([bodyError('details', 'max_length', bytesOfJsonMax(draftBytesMax))])
}

/** Throws unless the draft is a whole answer of the item, or a reason to skip it. */
export function mustBeAnswered(row: Answerable, item: number, draft: Draft): void {
  checkDraft(row, item, draft)
  const answer = row.items === null ? draft : { itemId: item, ...draft }
  const items = row.items?.map(({ itemId }) => itemId) ?? null
  const errors = oneAnswerErrors(answer, { page: pageOf(row.page), items, skipsMax: row.skipsMax ?? 0 })
  if (errors.length > 0) throw ValidationError(errors)
}
