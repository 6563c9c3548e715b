/** The languages of error messages. */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

/** Returns the language of texts for a reader of a language (BCP 47). */
export const languageFor = (tag: string): Language => languages.find((each) => each === tag.split('-')[0]) ?? 'en'

/** The message of a field error in each language. It completes a sentence whose subject is the field. */
export type Sentence = Readonly<Record<Language, string>>

/** Returns a count with its noun in the Russian genitive, as after "at most": 1 символа, 2 символов. */
export const countRu = (count: unknown, one: string, many: string): string =>
  `${count} ${Number(count) % 10 === 1 && Number(count) % 100 !== 11 ? one : many}`
const charactersRu = (count: unknown) => countRu(count, 'символа', 'символов')
const bytesRu = (count: number) => countRu(count, 'байта', 'байт')
const itemsMaxRu = (max: unknown) => `должно быть не больше ${countRu(max, 'элемента', 'элементов')}.`
const itemsMinRu = (min: unknown) => `должно быть не меньше ${countRu(min, 'элемента', 'элементов')}.`
const countEn = (count: unknown, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Sentences that several rules say. Others stand where they are thrown. */
export const isRequired: Sentence = { en: 'is required.', ru: 'нужно заполнить.' }
export const isForItems: Sentence = { en: 'is for tasks with items.', ru: 'это для заданий с элементами.' }
export const isNamedTwice: Sentence = { en: 'is named twice.', ru: 'названо дважды.' }
export const isTooPrecise: Sentence = {
  en: 'must have at most four fraction digits.',
  ru: 'должно быть не больше четырёх знаков после запятой.',
}
export const hasControls: Sentence = {
  en: 'must not contain control characters.',
  ru: 'нельзя использовать управляющие символы.',
}
export const mustBeEmail: Sentence = { en: 'must be an e-mail address.', ru: 'должно быть адресом электронной почты.' }
export const mustBeLanguage: Sentence = {
  en: 'must be a language tag such as en or pt-BR.',
  ru: 'должно быть обозначением языка, например en или pt-BR.',
}
export const mustBeInstant: Sentence = {
  en: 'must be a date-time with its zone such as 2026-01-31T12:00:00Z.',
  ru: 'должно быть датой и временем с часовым поясом, например 2026-01-31T12:00:00Z.',
}
export const mustBeType = (types: readonly string[]): Sentence => ({
  en: `must be of type ${types.join(' or ')}.`,
  ru: `должно быть ${types.map((type) => typesRu[type] ?? type).join(' или ')}.`,
})
export const mustBeOneOf = (values: readonly unknown[]): Sentence => ({
  en: `must be one of ${values.join(', ')}.`,
  ru: `должно быть одним из: ${values.join(', ')}.`,
})
export const mustBeAmong = (known: readonly string[], given: string): Sentence => ({
  en: `must be among ${known.join(', ')}, not ${given}.`,
  ru: `должно быть из списка: ${known.join(', ')}; а не ${given}.`,
})
export const mustBeAtLeast = (min: unknown): Sentence => ({
  en: `must be at least ${min}.`,
  ru: `должно быть не меньше ${min}.`,
})
export const mustBeAtMost = (max: unknown): Sentence => ({
  en: `must be at most ${max}.`,
  ru: `должно быть не больше ${max}.`,
})
export const mustBeWhole = (min: number, max: number): Sentence => ({
  en: `must be a whole number from ${min} to ${max}.`,
  ru: `должно быть целым числом от ${min} до ${max}.`,
})
export const charactersMax = (max: unknown): Sentence => ({
  en: `must have at most ${countEn(max, 'character')}.`,
  ru: `должно быть не длиннее ${charactersRu(max)}.`,
})
export const charactersMin = (min: unknown): Sentence => ({
  en: `must have at least ${countEn(min, 'character')}.`,
  ru: `должно быть не короче ${charactersRu(min)}.`,
})
export const charactersBetween = (min: number, max: number): Sentence => ({
  en: `must have ${min} to ${max} characters.`,
  ru: `должно быть от ${min} до ${charactersRu(max)}.`,
})
export const bytesOfJsonMax = (max: number): Sentence => ({
  en: `must have at most ${max} bytes as JSON.`,
  ru: `должно быть не больше ${bytesRu(max)}.`,
})

const typesRu: Readonly<Record<string, string>> = {
  string: 'текстом',
  integer: 'целым числом',
  number: 'числом',
  boolean: 'true или false',
  array: 'списком',
  object: 'объектом',
  null: 'null',
}
const formatsRu: Readonly<Record<string, string>> = {
  'date-time': 'датой и временем, например 2026-01-31T12:00:00Z',
  date: 'датой, например 2026-01-31',
  time: 'временем, например 12:00:00Z',
  email: 'адресом электронной почты',
  uri: 'полным адресом, например https://example.com/page',
  'uri-reference': 'адресом',
  uuid: 'UUID',
  ipv4: 'адресом IPv4',
  ipv6: 'адресом IPv6',
  hostname: 'именем узла',
  regex: 'регулярным выражением',
}

type Params = Readonly<Record<string, unknown>>
type Violation = { readonly keyword: string; readonly params: Params; readonly message?: string | undefined }

/** What a member must be, by the keyword of the JSON schema that it violates. */
const violations: Readonly<Record<string, (params: Params) => Sentence>> = {
  required: () => isRequired,
  type: ({ type }) => mustBeType([type].flat().map(String)),
  maxLength: ({ limit }) => charactersMax(limit),
  minLength: ({ limit }) => charactersMin(limit),
  maximum: ({ limit }) => mustBeAtMost(limit),
  minimum: ({ limit }) => mustBeAtLeast(limit),
  exclusiveMinimum: ({ limit }) => ({ en: `must be more than ${limit}.`, ru: `должно быть больше ${limit}.` }),
  maxItems: ({ limit }) => ({ en: `must have at most ${countEn(limit, 'item')}.`, ru: itemsMaxRu(limit) }),
  minItems: ({ limit }) => ({ en: `must have at least ${countEn(limit, 'item')}.`, ru: itemsMinRu(limit) }),
  uniqueItems: () => ({ en: 'must not repeat an item.', ru: 'элементы не должны повторяться.' }),
  enum: ({ allowedValues }) => mustBeOneOf([allowedValues].flat()),
  format: ({ format }) => ({
    en: `must be a valid ${format}.`,
    ru: `должно быть ${formatsRu[String(format)] ?? `значением вида ${format}`}.`,
  }),
  pattern: ({ pattern }) => ({ en: `must match ${pattern}.`, ru: `должно подходить под образец ${pattern}.` }),
}

const isUnknownRu = () => 'этого в таком виде работы нет.'
const fitsNoneRu = () => 'не подходит ни под один из видов, которые здесь можно указать.'
/** The same for keywords whose English sentence is the validator's. */
const furtherRu: Readonly<Record<string, (params: Params) => string>> = {
  exclusiveMaximum: ({ limit }) => `должно быть меньше ${limit}.`,
  multipleOf: ({ multipleOf }) => `должно делиться на ${multipleOf}.`,
  maxProperties: ({ limit }) => itemsMaxRu(limit),
  minProperties: ({ limit }) => itemsMinRu(limit),
  const: ({ allowedValue }) => `должно быть ${JSON.stringify(allowedValue)}.`,
  additionalProperties: isUnknownRu,
  unevaluatedProperties: isUnknownRu,
  anyOf: fitsNoneRu,
  oneOf: fitsNoneRu,
}

/** Returns what a member must be, in Russian. */
export const violationRu = ({ keyword, params }: Violation): string =>
  violations[keyword]?.(params).ru ?? furtherRu[keyword]?.(params) ?? `не подходит: нарушено правило ${keyword}.`

/** Returns what a member of a body or a query must be. */
export const violationOf = (violation: Violation): Sentence =>
  violations[violation.keyword]?.(violation.params) ?? {
    en: `${violation.message ?? 'is wrong'}.`,
    ru: violationRu(violation),
  }
