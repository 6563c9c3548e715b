import fc, { type Arbitrary } from 'fast-check'
import type { Document, Parameter } from '../../../server/contract/document.ts'
import { bodyOf, type Described, parametersOf } from '../contract.ts'
import type { Schema } from '../mounted-routes.ts'
import { bodiesLike, someOf, texts, valuesOf } from './arbitraries.ts'
import { form, formType, pdf } from './uploads.ts'

/** A generated request, from valid to nonsense. */
export type MadeUp = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** Sent with the required credential, another one, or none. */
  readonly who: 'rightful' | 'wrong' | 'nobody'
}

/** Valid inputs of an operation: ids for its path, and a body. */
export type Good = { readonly ids: readonly string[]; readonly body: object | undefined }

const ids = fc.constantFrom(
  '0',
  '1',
  '007',
  '-1',
  '1.5',
  '9007199254740993',
  '9223372036854775808',
  'null',
  'evt_0',
  'x',
)
// A single or double dot, or an empty segment, would change the path.
const segments = fc
  .oneof({ weight: 3, arbitrary: ids }, { weight: 1, arbitrary: texts })
  .filter((text) => text.isWellFormed() && !['', '.', '..'].includes(text))
  .map(encodeURIComponent)

const pathsOf = (path: string, good: readonly string[]): Arbitrary<string> => {
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name)
  const each = names.map((_, index) => {
    const known = good[index]
    return known === undefined
      ? segments
      : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: segments })
  })
  return fc
    .tuple(...each)
    .map((values) => names.reduce((text, name, index) => text.replace(name, () => values[index] ?? ''), path))
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const spelt = (name: string): Arbitrary<string> => fc.constantFrom(name, name, name.toLowerCase(), name.toUpperCase())

/** Generates a query parameter, valid or not; with any letter case, sometimes twice. */
function pairsOf({ name, schema, description }: Parameter): Arbitrary<string[]> {
  const likely = valuesOf({ ...schema, description }, 'exact')
  const value = fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: valuesOf(schema) })
  const values = fc.oneof(
    { weight: 6, arbitrary: value.map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(value, value) },
  )
  return fc
    .tuple(spelt(name), values)
    .map(([word, given]) => given.map((each) => `${word}=${encodeURIComponent(asText(each).toWellFormed())}`))
}

const stray = fc.constantFrom('x=1', 'x', '=', '&&', '__proto__=1', 'page[]=1', '%00=1', 'cursor=eyJ9', 'Page=2')

/** Only a few parameters, because the first invalid one decides. */
const queriesOf = (parameters: readonly Parameter[]): Arbitrary<string> =>
  fc
    .tuple(someOf(parameters), fc.array(stray, { maxLength: 1 }))
    .chain(([chosen, strays]) =>
      fc.tuple(...chosen.map(pairsOf)).map((pairs) => [...pairs.flat(), ...strays].join('&')),
    )

/** Generates valid header values: visible Latin-1 characters. */
const headerTexts = fc.oneof(fc.string({ maxLength: 60 }), texts).map((text) =>
  text
    .replace(/[^\x20-\x7e\xa1-\xff]/g, '')
    .trim()
    .slice(0, 300),
)

const headersOf = (isChanging: boolean): Arbitrary<Record<string, string>> => {
  const maybe = (values: Arbitrary<string>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
  return fc
    .record({
      'idempotency-key': isChanging ? maybe(fc.oneof(fc.uuid(), headerTexts)) : maybe(headerTexts),
      'if-match': maybe(fc.oneof(fc.constantFrom('*', '"1"', 'W/"2", "3"'), headerTexts)),
      'accept-language': maybe(fc.oneof(fc.constantFrom('ru', 'de;q=0', 'x-'), headerTexts)),
      accept: maybe(fc.constantFrom('*/*', 'text/html', 'application/xml', 'application/json;q=0')),
      'x-forwarded-for': maybe(headerTexts),
    })
    .map((headers) => Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1])))
}

type RandomBody = Pick<MadeUp, 'body'> & { readonly type: string | undefined }

const nothing: Arbitrary<RandomBody> = fc.constant({ body: undefined, type: undefined })
const types = fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml')
const unreadable: Arbitrary<RandomBody> = fc.record({
  body: fc.oneof(texts, fc.uint8Array({ maxLength: 50 })),
  type: types,
})
const forms: Arbitrary<RandomBody> = fc
  .array(
    fc.record({
      name: fc.constantFrom('files', 'files', 'other', ''),
      fileName: fc.constantFrom('a.pdf', 'a.png', '../../a.pdf', ''),
      type: fc.constantFrom('application/pdf', 'image/png', 'text/html'),
      bytes: fc.oneof(fc.constant(pdf(40).bytes), fc.uint8Array({ maxLength: 60 })),
    }),
    { maxLength: 7 },
  )
  .map((parts) => ({ body: form(parts), type: formType }))

const goodForm: RandomBody = { body: form([pdf(200)]), type: formType }

function sentOf(described: Described, good: object | undefined): Arbitrary<RandomBody> {
  const content = bodyOf(described)?.content ?? {}
  if (content['multipart/form-data'])
    return fc.oneof(
      { weight: 4, arbitrary: forms },
      { weight: 2, arbitrary: fc.constant(goodForm) },
      { weight: 1, arbitrary: unreadable },
    )
  if (described.method === 'get') return nothing
  const schema = content['application/json']?.schema as Schema | undefined
  if (!schema) return fc.oneof({ weight: 5, arbitrary: nothing }, { weight: 1, arbitrary: unreadable })
  // A lone surrogate is written and read as an escape.
  const json = bodiesLike(schema, good ?? {}).map((body) => ({ body: JSON.stringify(body), type: 'application/json' }))
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: unreadable },
    { weight: 1, arbitrary: nothing },
  )
}

const who = fc.oneof(
  { weight: 12, arbitrary: fc.constant('rightful' as const) },
  { weight: 1, arbitrary: fc.constantFrom('wrong' as const, 'nobody' as const) },
)

/** Generates requests to an operation of the document. */
export function requestsTo(document: Document, described: Described, good: Good): Arbitrary<MadeUp> {
  const query = parametersOf(document, described).filter((parameter) => parameter.in === 'query')
  return fc
    .record({
      path: pathsOf(described.path, good.ids),
      query: queriesOf(query),
      headers: headersOf(described.method !== 'get'),
      sent: sentOf(described, good.body),
      who,
    })
    .map(({ path, query: text, headers, sent, who: asking }) => ({
      path: text === '' ? path : `${path}?${text}`,
      headers: sent.type === undefined ? headers : { ...headers, 'content-type': sent.type },
      body: sent.body,
      who: asking,
    }))
}
