import type { B } from '../../api.ts'
import type { Values } from '../../ui/schema/schema.ts'
import { isEmbeddedPicture, isName, placeholder } from '../page-form/fill.ts'
import { fieldsOf } from '../page-form/form-schema.ts'
import { linesOf, newField, withFields } from './form-fields.ts'

export type Page = NonNullable<B['Task']['page']>
/** What a form shows, before placeholders are filled. */
export type Part = NonNullable<Page['show']>[number]
/** An item with which a page is tried. */
export type SampleItem = { readonly data: Values }

export const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

const picture = /^https:\/\/[^?#]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#].*)?$/i

/** The correct answer of an item, for simulated executors (docs/api/sandbox.md). */
const answerColumn = 'expected'

/** Returns a form that shows the columns of a sample item and asks one question. */
export function firstForm(sample: Values | undefined, choices: readonly string[]): Page {
  const show = Object.entries(sample ?? {})
    .filter(([name]) => isName(name) && name !== answerColumn)
    .slice(0, 3)
    .map(([name, value]): Part => {
      const isPicture = typeof value === 'string' && (picture.test(value) || isEmbeddedPicture(value))
      const kind = isPicture ? 'image' : 'text'
      return { kind, value: `{{${name}}}` }
    })
  const page: Page = { kind: 'form', show, answerSchema: { type: 'object', additionalProperties: false } }
  return withFields(page, [newField([], 'choice', choices)])
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns a page in html that shows and asks the same as a form with one choice. */
export function firstHtml({ show = [], answerSchema }: Page): string {
  const shown = show.map(({ kind, value }) =>
    kind === 'image' ? `<p><img src="${value}" alt="" style="max-width: 100%"></p>` : `<p>${value}</p>`,
  )
  const buttons = fieldsOf(answerSchema).flatMap((field) =>
    linesOf(field).map((line) => `  <button name="${field.key}" value="${escaped(line)}">${escaped(line)}</button>`),
  )
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<script src="/task-helper.js"></script>',
    '<style>body { font: 1rem/1.5 system-ui, sans-serif }</style>',
    ...shown,
    '<form data-task>',
    ...buttons,
    '</form>',
    '',
  ].join('\n')
}
