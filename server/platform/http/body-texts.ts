import { bodyError, type FieldError } from '../../values/problems/problem.ts'
import { textFault, textKindOf, tidyText } from '../../values/requests/texts.ts'

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

/** The body as its texts are stored, and what is wrong with them. `paths` are the steps to each wrong text. */
type TidyBody = {
  readonly value: unknown
  readonly errors: readonly FieldError[]
  readonly paths: readonly (readonly string[])[]
}

/** The schemas of members of any name. */
const anyMembers = ({ patternProperties = {}, additionalProperties }: Schema): Schema[] => [
  ...Object.values(patternProperties),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
]

const hasTexts = (schema: Schema): boolean =>
  textKindOf(schema) !== undefined ||
  [...Object.values(schema.properties ?? {}), ...anyMembers(schema), ...(schema.items ? [schema.items] : [])].some(
    hasTexts,
  )

/**
 * Returns a function that normalizes and trims the texts of a body, and says which of them are refused; undefined if the schema has
 * no texts. Runs before the limits of length are checked.
 */
export const tidierOf = (schema: object): ((body: unknown) => TidyBody) | undefined =>
  hasTexts(schema) ? (body) => tidyBody(schema, body) : undefined

function tidyBody(schema: Schema, body: unknown): TidyBody {
  const [errors, paths]: [FieldError[], (readonly string[])[]] = [[], []]
  const text = (of: Schema, given: string, path: readonly string[]): string => {
    const kind = textKindOf(of)
    if (!kind) return given
    const tidied = tidyText(given)
    const fault = textFault(kind, tidied)
    if (!fault) return tidied
    errors.push(bodyError(path.join('.'), fault.code, fault.detail))
    paths.push(path)
    return tidied
  }
  const tidy = (of: Schema | undefined, value: unknown, path: readonly string[]): unknown => {
    if (of === undefined) return value
    if (typeof value === 'string') return text(of, value, path)
    if (Array.isArray(value)) return value.map((item, index) => tidy(of.items, item, [...path, String(index)]))
    if (typeof value !== 'object' || value === null) return value
    const { properties = {} } = of
    const [other] = anyMembers(of)
    const members = Object.entries(value).map(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : other
      return [name, tidy(own, member, [...path, name])]
    })
    return Object.fromEntries(members)
  }
  return { value: tidy(schema, body, []), errors, paths }
}
