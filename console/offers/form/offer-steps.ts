import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OfferValues } from './offer-values.ts'

/** The steps of the form, with the members that each asks for. */
export const offerSteps: readonly {
  readonly name: MessageDescriptor
  readonly members: readonly (keyof OfferValues)[]
}[] = [
  {
    name: msg`Task`,
    members: [
      ...([
        'category',
        'platform',
        'offerPriceId',
        'details',
        'title',
        'description',
        'sourceLanguage',
        'translations',
      ] as const),
      ...([
        'hasItems',
        'source',
        'overlap',
        'itemsPerSlot',
        'skipsMax',
        'gold',
        'aggregation',
        'rules',
        'page',
      ] as const),
    ],
  },
  {
    name: msg`Proof and criteria`,
    members: [
      ...(['proofInstructions', 'acceptanceCriteria', 'autoAcceptRules'] as const),
      ...(['reviewPeriodSeconds', 'maxReworks', 'reworkPeriodSeconds'] as const),
    ],
  },
  {
    name: msg`People`,
    members: [
      ...(['minAge', 'maxAge', 'gender', 'targetCountryIds', 'minExecutorLevel', 'requirements'] as const),
      ...(['perExecutorLimit', 'allowListId', 'blockListId', 'attemptsMax', 'quotas', 'exclusionGroup'] as const),
    ],
  },
  {
    name: msg`Price and quantity`,
    members: [
      ...(['totalLimit', 'rewardPerAction', 'selectedAddOnIds', 'reservationDurationSeconds'] as const),
      ...(['hourlyLimit', 'dailyLimit', 'startsAtUtc', 'endsAtUtc', 'screenOut'] as const),
    ],
  },
]

/** Returns the step that asks for the field of an error; the last one for other errors. */
export function stepOf(path: string): number {
  const [first = ''] = path.split('.')
  const member = first === 'items' ? 'source' : first
  const found = offerSteps.findIndex(({ members }) => (members as readonly string[]).includes(member))
  return found < 0 ? offerSteps.length - 1 : found
}

/** Returns the numbers of errors in each step. */
export const errorCounts = (errors: Readonly<Record<string, unknown>>): readonly number[] =>
  offerSteps.map((_, index) => Object.keys(errors).filter((path) => errors[path] && stepOf(path) === index).length)
