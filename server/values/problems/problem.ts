/** Why something is refused, in families that the HTTP edge turns into a status. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** One wrong member of a request. `pointer` is a JSON pointer into the body, `parameter` a name in the query. */
export type FieldError = {
  readonly pointer?: string
  readonly parameter?: string
  readonly field: string
  readonly code: string
  readonly detail: string
  readonly params?: Readonly<Record<string, unknown>>
}

export type Extras = Readonly<Record<string, unknown>>
/** One kind of problem. `detailOf` says what such a problem tells of a case; where the errors tell it, there is none. */
export type ProblemType = {
  readonly kind: ProblemKind
  readonly code: string
  readonly title: string
  readonly detailOf?: (extras: Extras) => string
}

/** A refusal: not our error, but an answer. `detail` says what happened here and what to do about it. */
export class Problem extends Error {
  readonly type: ProblemType
  readonly detail: string
  readonly extras: Extras
  readonly errors: readonly FieldError[]

  constructor(type: ProblemType, detail: string, extras: Extras = {}, errors: readonly FieldError[] = []) {
    super(`${type.code}: ${detail}`)
    this.type = type
    this.detail = detail
    this.extras = extras
    this.errors = errors
  }
}

/** Every problem that the program can answer, in the order in which the modules name them; documents are made of it. */
export const problemTypes = new Map<string, ProblemType>()

type Refusal<E extends Extras> = (extras: E) => Problem

/** Two refusals may share a code; its page and its example are of the first. */
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

/** What is wrong with a request as a whole; `invalid` names members. */
export const unreadable = refusal('invalid')
export const unauthenticated = refusal('unauthenticated')
export const forbidden = refusal('forbidden')
export const missing = refusal('missing')
export const conflict = refusal('conflict')
export const limited = refusal('limited')
export const unavailable = refusal('unavailable')

/** All that is wrong, member by member. */
export const inOneText = (errors: readonly FieldError[]): string =>
  errors.map(({ field, detail }) => `${field}: ${detail}`).join(' ')

const wrong = (code: string, title: string) => {
  const type = declare({ kind: 'invalid', code, title })
  return (errors: readonly FieldError[], detail?: string, extras: Extras = {}) =>
    new Problem(type, detail ?? inOneText(errors), extras, errors)
}
/** A family of its own: what is wrong with the request, member by member. */
export const invalid = wrong

export const ValidationError = invalid('validation_error', 'Invalid request')
export const NotSupported = invalid('not_supported', 'Not supported yet')
export const NotFound = missing('not_found', 'Not found', 'Nothing was found at this address.')

/** A path is made of names that the client chose: so much of it is told back. */
const pathLengthMax = 200

/** An error about one member of the body. `path` is written with dots: `translations.ru.title`. */
export function bodyError(path: string, code: string, detail: string, params?: Extras): FieldError {
  const shown = path.slice(0, pathLengthMax)
  return {
    pointer: shown === '' ? '#' : `#/${shown.split('.').map(escapePointer).join('/')}`,
    field: shown === '' ? 'body' : shown,
    code,
    detail,
    ...(params ? { params } : {}),
  }
}

/** An error about one parameter of the query. */
export const queryError = (parameter: string, code: string, detail: string): FieldError => ({
  parameter,
  field: parameter,
  code,
  detail,
})

/** A name as one step of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
