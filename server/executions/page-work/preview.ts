import { type Static, Type } from 'typebox'
import { dataErrors } from '../../items/item.ts'
import { commonNames, nameErrors, placeErrors } from '../../offers/pages/item-names.ts'
import { type Page, pageErrors, pageSchema, textOfPage } from '../../offers/pages/page.ts'
import { fillHtml } from '../../values/placeholders/html.ts'
import type { ItemValues } from '../../values/placeholders/placeholders.ts'
import { type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { openObject } from '../../values/requests/schema.ts'
import { proseText } from '../../values/requests/texts.ts'
import { previewUrl } from './frame.ts'
import { type Draft, filledMax, mustBeAnswered } from './page-work.ts'

const answerGiven = Type.Object({
  value: Type.Optional(openObject),
  skipped: Type.Optional(proseText({ maxLength: 500 })),
  form: Type.Optional(
    Type.String({ maxLength: 131_072, description: 'Instead of a value: the fields of a form, URL-encoded' }),
  ),
})

/** A page that need not be saved, with an item and what the page answered. */
export const triedBody = Type.Object({
  page: pageSchema,
  data: Type.Optional({ ...openObject, description: 'The data of an item. Absent: the task has no items' }),
  answer: Type.Optional({ ...answerGiven, description: 'What the page answered, to be checked' }),
})
export type TriedPage = Static<typeof triedBody>

/** What a frame shows of an item; null: nothing, or nothing that can be shown. */
export type ShownPage = { readonly url: string | null; readonly html: string | null }
export type PageSample = ShownPage & { readonly data: ItemValues }

/** Returns a page with the values of an item. */
export function shownPage(page: Page, data: ItemValues, tasksUrl: string): ShownPage {
  const html = page.html === undefined ? null : fillHtml(page.html, data)
  return { url: previewUrl(page, data, tasksUrl), html: html !== null && html.length <= filledMax ? html : null }
}

/** Throws ValidationError if the page cannot be saved, or not filled with the item. */
export function checkTried({ page, data }: TriedPage): void {
  const json = textOfPage(page)
  const errors = [...pageErrors(json), ...(data === undefined ? [] : itemErrors(json, data))]
  if (errors.length > 0) throw ValidationError(errors)
}

/** Throws ValidationError if executors could not submit the answer. */
export function checkAnswer({ page, data }: TriedPage, answer: Draft): void {
  const items = data === undefined ? null : [{ itemId: 0, data }]
  mustBeAnswered({ page: textOfPage(page), items, skipsMax: 1, drafts: null, answered: null }, 0, answer)
}

const noTexts = { title: '', description: null, proofInstructions: null, translations: {}, details: {} }

function itemErrors(page: string, data: ItemValues): FieldError[] {
  const content = { ...noTexts, page }
  return [...dataErrors(data, 'data'), ...placeErrors(content), ...nameErrors(content, commonNames(null, [{ data }]))]
}
