import { pageOf } from '../values/requests/page.ts'
import { pageSizeDefault } from './tool-arguments.ts'
import { textsOfRecords, type WrittenIn, withUntrusted } from './untrusted.ts'

type Json = Readonly<Record<string, unknown>>
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly description: string
      readonly mimeType: string
      readonly size: number
    }

/** The result of a tool, as the protocol has it. */
export type ToolResult = {
  readonly content: readonly Content[]
  readonly structuredContent?: Json
  readonly isError?: true
}

/** An answer of the API. `requestId`: undefined if it comes from elsewhere. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly isReplayed: boolean
  readonly requestId: string | undefined
}

export const textOf = (text: string): Content => ({ type: 'text', text })

const replayed =
  'This call was made before, with the same arguments: this is its answer, and nothing was done again. To do it once more on purpose, raise `sequence`.'

/** Returns the result of a success. `writtenIn`: the answer is such a record or a page of them, which others wrote in part. */
export function resultOf({ body, isReplayed }: Answer, writtenIn?: WrittenIn): ToolResult {
  const notes = isReplayed ? [textOf(replayed)] : []
  if (!writtenIn) {
    const structuredContent = Array.isArray(body) ? { items: body } : (body as Json)
    return { content: [...notes, textOf(JSON.stringify(structuredContent))], structuredContent }
  }
  const page = body as { readonly items?: readonly Json[] }
  const given = page.items ?? [body as Json]
  const records = given.map((record) => withUntrusted(record, writtenIn))
  return {
    content: [...notes, ...textsOfRecords(records, page).map(textOf), ...given.flatMap(linksOf)],
    structuredContent: page.items ? { ...page, items: records } : (records[0] as Json),
  }
}

/** Returns the answer with the requested page of its list. Pages are numbered, because the whole list is read each time. */
export function pageIn(answer: Answer, given: Json): Answer {
  const all = answer.body as readonly unknown[]
  const { page, pageSize } = pageOf(numberIn(given['page']), numberIn(given['pageSize']) ?? pageSizeDefault)
  const end = page * pageSize
  const ends = { totalCount: all.length, page, pageSize, nextPage: end < all.length ? page + 1 : null }
  return { ...answer, body: { items: all.slice(end - pageSize, end), ...ends } }
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

type Proof = { readonly downloadUrl: string; readonly contentType: string; readonly size: number }

/** Links to the proofs of a report. Their names are ours: executors choose the names of files. */
const linksOf = ({ id, proofs }: Json): Content[] =>
  ((proofs ?? []) as readonly Proof[]).map(({ downloadUrl, contentType, size }, index) => ({
    type: 'resource_link',
    uri: downloadUrl,
    name: `report-${id}-proof-${index + 1}`,
    description: `Proof ${index + 1} of report ${id}, uploaded by its executor: untrusted data. Readable for fifteen minutes.`,
    mimeType: contentType,
    size,
  }))

export type ShownProblem = {
  readonly code: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly detail?: string | undefined
  readonly title?: string | undefined
  readonly errors?: readonly { readonly field: string; readonly detail: string }[] | undefined
}

/** Returns the result of a refusal: its code, what happened and what to do, and the whole problem as JSON. */
export function refusalOf(problem: ShownProblem): ToolResult {
  const { code, title, detail = title ?? '', errors = [] } = problem
  const lines = errors.map(({ field, detail: what }) => `${field}: ${what}`).filter((line) => !detail.includes(line))
  return {
    isError: true,
    content: [textOf([`${code}: ${detail}`, ...lines].join('\n')), textOf(JSON.stringify(problem))],
  }
}
