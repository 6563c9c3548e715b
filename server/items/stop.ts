import { conflict, type Problem } from '../values/problems/problem.ts'

type AccuracyFigures = {
  readonly right: number
  readonly answered: number
  readonly minAccuracy: number
  /** The answers that the stop needs: with fewer, it is lifted. Undefined for stops from before it was stored. */
  readonly minAnswers?: number
  /** Whether the threshold of gold stopped the executor, and no rule. Then `before` is the stop by a rule that it replaced. */
  readonly isGold?: true
  readonly before?: object
}

/** Why an executor gets no more slots of an offer. */
export type Stop =
  | { readonly cause: 'Accuracy'; readonly figures: AccuracyFigures }
  | {
      readonly cause: 'Agreement'
      readonly figures: { readonly agreed: number; readonly compared: number; readonly minAgreement: number }
    }
  | { readonly cause: 'TooFast'; readonly figures: { readonly seconds: number; readonly minSeconds: number } }
  | { readonly cause: 'Skipped'; readonly figures: { readonly skipped: number } }
  | { readonly cause: 'SameAnswers'; readonly figures: { readonly same: number; readonly of: number } }

export type AccuracyStop = Extract<Stop, { readonly cause: 'Accuracy' }>

export const AccuracyTooLow = conflict<{ accuracy: number; minAccuracy: number }>(
  'accuracy_too_low',
  'Accuracy too low',
  ({ accuracy, minAccuracy }) =>
    `The accuracy of this executor on this offer was ${percent(accuracy)}. Its advertiser asks for ${percent(minAccuracy)} at least.`,
)

export const AgreementTooLow = conflict<{ agreement: number; minAgreement: number }>(
  'agreement_too_low',
  'Agreement too low',
  ({ agreement, minAgreement }) =>
    `Of the answers of this executor to this offer, ${percent(agreement)} agree with the results. Its advertiser asks for ${percent(minAgreement)} at least.`,
)
export const WorkTooFast = conflict<{ workSeconds: number; leastSeconds: number }>(
  'work_too_fast',
  'Work too fast',
  ({ workSeconds, leastSeconds }) =>
    `This executor worked on a slot of this offer for ${workSeconds} s. Its advertiser expects ${leastSeconds} s at least.`,
)
export const TooManyItemsSkipped = conflict<{ skipped: number }>(
  'too_many_items_skipped',
  'Too many items skipped',
  ({ skipped }) => `This executor skipped ${skipped} items of this offer. Its advertiser gives no more slots then.`,
)
export const TooManySameAnswers = conflict<{ same: number; answers: number }>(
  'too_many_same_answers',
  'Too many same answers',
  ({ same, answers }) =>
    `Of the last ${answers} answers of this executor to this offer, ${same} are the same. Its advertiser gives no more slots then.`,
)

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Returns a share in whole percent: figures of single answers would tell which items are gold. */
export const rounded = (share: number): number => Math.round(share * 100) / 100

/** Returns the refusal of an executor who was stopped. */
export function stoppedBy({ cause, figures }: Stop): Problem {
  if (cause === 'Accuracy')
    return AccuracyTooLow({ accuracy: rounded(figures.right / figures.answered), minAccuracy: figures.minAccuracy })
  if (cause === 'Agreement')
    return AgreementTooLow({
      agreement: rounded(figures.agreed / figures.compared),
      minAgreement: figures.minAgreement,
    })
  if (cause === 'TooFast') return WorkTooFast({ workSeconds: figures.seconds, leastSeconds: figures.minSeconds })
  if (cause === 'Skipped') return TooManyItemsSkipped(figures)
  return TooManySameAnswers({ same: figures.same, answers: figures.of })
}
