import type { Id } from '../../values/id.ts'
import { bodyError, conflict, type FieldError, missing, ValidationError } from '../../values/problems/problem.ts'
import { bytesOfJsonMax, hasControls, isRequired } from '../../values/sentences.ts'
import { type Page, pageOf, textOfPage } from '../pages/page.ts'

export const templatesMax = 50
export const templateNameMax = 100
/** Size of the content as JSON: a task with the longest texts fits. */
export const contentBytesMax = 65_536

/** A part of a task's body, kept under a name. */
export type TaskTemplate = {
  readonly id: Id<'template'>
  readonly name: string
  readonly content: Readonly<Record<string, unknown>>
  readonly updatedAt: Date
}

export type TemplateInput = Pick<TaskTemplate, 'name' | 'content'>

export const TemplateNotFound = missing(
  'template_not_found',
  'Template not found',
  'You have no template with this id.',
)
export const TooManyTemplates = conflict<{ most: number }>(
  'too_many_templates',
  'Too many templates',
  ({ most }) => `The limit is ${most} templates per account. Delete one, or replace it by saving under its name.`,
)

/** Returns the template as it is stored. Throws ValidationError naming every invalid member. */
export function decideTemplate({ name, content }: TemplateInput): TemplateInput {
  const tidy = name.replace(/\s+/g, ' ').trim()
  const errors: FieldError[] = []
  if (tidy === '') errors.push(bodyError('name', 'required', isRequired))
  if (/\p{C}/u.test(tidy)) errors.push(bodyError('name', 'pattern', hasControls))
  if (Buffer.byteLength(JSON.stringify(content)) > contentBytesMax)
    errors.push(bodyError('content', 'max_bytes', bytesOfJsonMax(contentBytesMax)))
  if (errors.length > 0) throw ValidationError(errors)
  return { name: tidy, content: content.page ? { ...content, page: textOfPage(content.page as Page) } : content }
}

/** Returns the content as it was saved: a page is stored as text, to keep the order of the form. */
export const savedContent = ({ content }: Pick<TaskTemplate, 'content'>): TaskTemplate['content'] =>
  typeof content.page === 'string' ? { ...content, page: pageOf(content.page) } : content
