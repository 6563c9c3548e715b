import { useLingui } from '@lingui/react/macro'
import { isRecord, type Schema } from '../../ui/schema/schema.ts'
import type { OfferValues, Price } from './offer-values.ts'

type Errors = Record<string, string>
type Texts = { readonly required: string; readonly atLeast: (count: number) => string }

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isEmpty))

/** Returns an error for each required member of the schema that is empty, by its path. */
function missingIn(schema: Schema, value: unknown, path: string, texts: Texts): Errors {
  if (Array.isArray(value)) return missingItems(schema, value, path, texts)
  if (!schema.properties) return {}
  const members = isRecord(value) ? value : {}
  const found = Object.entries(schema.properties).map(([name, each]): Errors => {
    const member = members[name]
    const isRequired = schema.required?.includes(name) ?? false
    if (!isEmpty(member)) return missingIn(each, member, `${path}.${name}`, texts)
    if (!isRequired) return {}
    return { [`${path}.${name}`]: each.minItems ? texts.atLeast(each.minItems) : texts.required }
  })
  return Object.assign({}, ...found)
}

function missingItems({ items = {}, minItems = 0 }: Schema, values: readonly unknown[], path: string, texts: Texts) {
  const few = values.length < minItems ? { [path]: texts.atLeast(minItems) } : {}
  const found = values.map((value, index) =>
    isEmpty(value) && !items.properties
      ? { [`${path}.${index}`]: texts.required }
      : missingIn(items, value, `${path}.${index}`, texts),
  )
  return Object.assign(few, ...found)
}

/** Returns a function that finds every empty required field. A draft may lack details. */
export function useMissingInput(): (values: OfferValues, price: Price | undefined, isDraft: boolean) => Errors {
  const { t } = useLingui()
  const texts: Texts = { required: t`Required`, atLeast: (count) => t`Add at least ${count}.` }
  return (values, price, isDraft) => ({
    ...(values.offerPriceId ? {} : { offerPriceId: t`Choose a task type.` }),
    ...(isDraft || !price ? {} : missingIn(price.offerDetailsSchema as Schema, values.details, 'details', texts)),
    ...(isEmpty(values.title) ? { title: t`Enter a title.` } : {}),
    ...Object.fromEntries(
      values.acceptanceCriteria.flatMap(({ text }, index) =>
        isEmpty(text) ? [[`acceptanceCriteria.${index}.text`, t`Describe the criterion or remove it.`]] : [],
      ),
    ),
    ...(values.totalLimit === '' && !values.hasItems ? { totalLimit: t`Enter the number of results.` } : {}),
    ...Object.fromEntries(
      values.autoAcceptRules.flatMap(({ type, value }, index) =>
        type === 'MinAcceptanceRate' && value === '' ? [[`autoAcceptRules.${index}.value`, t`Enter a rate.`]] : [],
      ),
    ),
  })
}
