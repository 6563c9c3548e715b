import { useLingui } from '@lingui/react/macro'
import { isEmpty, type MissingTexts, missingIn } from '../../ui/schema/missing.ts'
import type { Schema } from '../../ui/schema/schema.ts'
import { hasLines, linesOf } from '../page-editor/form-fields.ts'
import { fieldsOf, isMarks } from '../page-form/form-schema.ts'
import type { OfferValues, Price } from './offer-values.ts'

type Errors = Record<string, string>

/** Returns the number of the first question of the form without a text, and of the first without a choice; -1: none. */
function incompleteQuestions({ page }: OfferValues) {
  const fields = page?.kind === 'form' ? fieldsOf(page.answerSchema) : []
  return {
    unnamed: fields.findIndex(({ schema }) => isEmpty(schema.title) && isEmpty(schema.titles)),
    unchoosable: fields.findIndex((field) => hasLines(field.input) && !isMarks(field) && linesOf(field).length === 0),
  }
}

/** Returns a function that finds every empty required field. A draft may lack details. */
export function useMissingInput(): (values: OfferValues, price: Price | undefined, isDraft: boolean) => Errors {
  const { t } = useLingui()
  const texts: MissingTexts = { required: t`Required`, atLeast: (count) => t`Add at least ${count}.` }
  const inPage = (values: OfferValues): Errors => {
    const { unnamed, unchoosable } = incompleteQuestions(values)
    const [first, second] = [unnamed + 1, unchoosable + 1]
    if (unchoosable >= 0) return { page: t`Question ${second}: enter at least one choice.` }
    return unnamed >= 0 ? { page: t`Question ${first}: enter the question.` } : {}
  }
  return (values, price, isDraft) => ({
    ...(isDraft ? {} : inPage(values)),
    ...(values.offerPriceId ? {} : { offerPriceId: t`Choose a task type.` }),
    ...(isDraft || !price ? {} : missingIn(price.offerDetailsSchema as Schema, values.details, 'details', texts)),
    // A country that was typed but is not in the list has no id: the field holds its text.
    ...(values.targetCountryIds.every((id) => /^\d+$/.test(id))
      ? {}
      : { targetCountryIds: t`Choose countries of the list.` }),
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
