import { type Static, Type } from 'typebox'
import { bodyError, type FieldError } from '../problems/problem.ts'
import { optional } from '../requests/schema.ts'
import { countRu, isNamedTwice, type Sentence } from '../sentences.ts'

/** How choices and texts become one; and numbers. */
export const choiceMethods = ['Majority', 'Weighted', 'DawidSkene'] as const
export const numberMethods = ['Median', 'Mean', 'TrimmedMean'] as const
const questionsMax = 50
const overlapMax = 20

const tolerance = Type.Number({ minimum: 0, maximum: 1e12 })

/** How the answers to an item become its result. */
export const aggregationSchema = Type.Object(
  {
    method: Type.Enum([...choiceMethods], {
      description: 'For choices and texts',
    }),
    numbers: Type.Optional(Type.Enum([...numberMethods], { description: 'For numbers. Default: Median' })),
    tolerance: optional({ ...tolerance, description: 'How far an agreeing number may be from the result. Default: 0' }),
    questions: optional(
      Type.Array(
        Type.Object({
          question: Type.String({ minLength: 1, maxLength: 200, description: 'A member of the answers' }),
          method: Type.Enum([...choiceMethods, ...numberMethods, 'None'], { description: 'None: without result' }),
          tolerance: optional(tolerance),
        }),
        { maxItems: questionsMax, description: 'Other methods for some of them' },
      ),
    ),
    minConfidence: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Below it, an item asks for a further answer, up to `maxOverlap`',
      }),
    ),
    maxOverlap: optional(
      Type.Integer({
        minimum: 2,
        maximum: overlapMax,
        description: 'The most answers of an item, whose cost is held',
      }),
    ),
  },
  { description: 'How the answers to an item become its result' },
)
export type Aggregation = Static<typeof aggregationSchema>

/** Returns how many further answers a suite of an offer may ask for at first. */
export const spareOf = (overlap: number, aggregation: Pick<Aggregation, 'maxOverlap'> | null | undefined): number =>
  Math.max((aggregation?.maxOverlap ?? overlap) - overlap, 0)

const goesWith = (name: string): Sentence => ({
  en: `goes together with ${name}.`,
  ru: `задаётся только вместе с ${name}.`,
})
const most = (answers: number): Sentence => ({
  en: `must be at most ${answers}, the most answers to an item.`,
  ru: `должно быть не больше ${countRu(answers, 'ответа', 'ответов')}: это наибольшее число ответов на элемент.`,
})

/** Returns the errors of an aggregation and the overlap of its offer. No overlap is more than its `maxOverlap`. */
export function aggregationErrors(
  { minConfidence, maxOverlap, questions }: Omit<Aggregation, 'method'>,
  overlap: number,
): FieldError[] {
  const isGiven = (value: unknown) => value !== undefined && value !== null
  if (isGiven(minConfidence) !== isGiven(maxOverlap)) {
    const [given, other] = isGiven(minConfidence) ? ['minConfidence', 'maxOverlap'] : ['maxOverlap', 'minConfidence']
    return [bodyError(`aggregation.${given}`, 'incomplete', goesWith(other ?? ''))]
  }
  const named = (questions ?? []).map(({ question }) => question)
  return [
    ...(new Set(named).size < named.length ? [bodyError('aggregation.questions', 'unique_items', isNamedTwice)] : []),
    ...(typeof maxOverlap === 'number' && overlap > maxOverlap
      ? [bodyError('overlap', 'maximum', most(maxOverlap))]
      : []),
  ]
}
