import type { Language, Sentence } from '../sentences.ts'

/** The kinds of refusals; the HTTP layer maps each to a status. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** One invalid field of a request. `pointer` is a JSON pointer into the body, `parameter` the name of a query parameter. */
export type FieldError = {
  readonly pointer?: string
  readonly parameter?: string
  readonly field: string
  readonly code: string
  readonly detail: Sentence
  readonly params?: Readonly<Record<string, unknown>>
}

export type Extras = Readonly<Record<string, unknown>>
/** One type of problem. `detailOf` returns the detail of a case; unset if the field errors explain it. */
export type ProblemType = {
  readonly kind: ProblemKind
  readonly code: string
  readonly title: string
  readonly detailOf?: (extras: Extras) => string
}

/** A refusal: an answer, not an internal error. `detail` says what happened and what to do about it. */
export class Problem extends Error {
  readonly type: ProblemType
  readonly detail: string
  readonly extras: Extras
  readonly #errors: readonly FieldError[]

  constructor(type: ProblemType, detail: string, extras: Extras = {}, errors: readonly FieldError[] = []) {
    super(`${type.code}: ${detail}`)
    this.type = type
    this.detail = detail
    this.extras = extras
    this.#errors = errors
  }

  /** A copy each time: Node's streams add their own errors to the list of the error that ended them. */
  get errors(): readonly FieldError[] {
    return [...this.#errors]
  }
}

/** All problem types, in the order in which modules declare them. The documents are generated from it. */
export const problemTypes = new Map<string, ProblemType>()

type Refusal<E extends Extras> = (extras: E) => Problem

/** Two refusals may share a code; the documents describe the first one. */
function declare(type: ProblemType): ProblemType {
  if (!problemTypes.has(type.code)) problemTypes.set(type.code, type)
  return type
}

const refusal =
  (kind: ProblemKind) =>
  <E extends Extras = Extras>(code: string, title: string, detail: string | ((extras: E) => string)): Refusal<E> => {
    const detailOf = typeof detail === 'string' ? () => detail : detail
    const type = declare({ kind, code, title, detailOf: detailOf as (extras: Extras) => string })
    return (extras) => new Problem(type, detailOf(extras), extras)
  }

/** For requests that are invalid as a whole; `invalid` names fields. */
export const unreadable = refusal('invalid')
export const unauthenticated = refusal('unauthenticated')
export const forbidden = refusal('forbidden')
export const missing = refusal('missing')
export const conflict = refusal('conflict')
export const limited = refusal('limited')
export const unavailable = refusal('unavailable')

/** Joins all field errors into one text. */
export const inOneText = (errors: readonly FieldError[], language: Language = 'en'): string =>
  errors.map(({ field, detail }) => `${field}: ${detail[language]}`).join(' ')

/** A field error as it is answered: in one language. */
export type AnsweredError = Omit<FieldError, 'detail'> & { readonly detail: string }

export const errorsIn = (language: Language, errors: readonly FieldError[]): AnsweredError[] =>
  errors.map((error) => ({ ...error, detail: error.detail[language] }))

/** A kind of its own: its problems list the invalid fields. */
export const invalid = (code: string, title: string) => {
  const type = declare({ kind: 'invalid', code, title })
  return (errors: readonly FieldError[], detail?: string, extras: Extras = {}) =>
    new Problem(type, detail ?? inOneText(errors), extras, errors)
}

/** Throws a problem of the invalid fields, if there are any. */
export function refuse(problem: (errors: readonly FieldError[]) => Problem, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw problem(errors)
}

export const ValidationError = invalid('validation_error', 'Invalid request')
export const NotSupported = invalid('not_supported', 'Not supported here')
export const NotFound = missing('not_found', 'Not found', 'Nothing was found at this address.')

/** Field paths contain names that the client chose, so they are cut to this length. */
const pathLengthMax = 200

/** Returns an error about one member of the body. `path` is written with dots: `translations.ru.title`. */
export function bodyError(path: string, code: string, detail: Sentence, params?: Extras): FieldError {
  const shown = path.slice(0, pathLengthMax)
  return {
    pointer: shown === '' ? '#' : `#/${shown.split('.').map(escapePointer).join('/')}`,
    field: shown === '' ? 'body' : shown,
    code,
    detail,
    ...(params ? { params } : {}),
  }
}

export const queryError = (parameter: string, code: string, detail: Sentence): FieldError => ({
  parameter,
  field: parameter,
  code,
  detail,
})

/** Escapes a name for a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
