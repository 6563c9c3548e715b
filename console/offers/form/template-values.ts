import type { paths } from '../../api/group-a.ts'
import { isRecord } from '../../ui/schema/schema.ts'
import { storedItemValues } from '../items/item-values.ts'
import { translationsOf } from '../translations.ts'
import { bodyOf, detailsFor, emptyOffer, type OfferValues, type Price } from './offer-values.ts'

type Body = paths['/api/advertiser/task-templates']['post']['requestBody']['content']['application/json']
export type TemplateContent = Body['content']

/** Members of a single task, which a template does not keep. */
const membersNotKept = ['startsAtUtc', 'endsAtUtc']

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0)

/** Returns what a template keeps of the form: the filled members. */
export function templateContentOf(values: OfferValues): TemplateContent {
  const criteria = values.acceptanceCriteria.filter(({ text }) => text.trim() !== '')
  const members = Object.entries(bodyOf({ ...values, acceptanceCriteria: criteria }))
  return Object.fromEntries(members.filter(([name, value]) => isFilled(value) && !membersNotKept.includes(name)))
}

/** Returns the form filled with a template. A type of work that is no longer in the catalog is left empty. */
export function templateValues(content: unknown, prices: readonly Price[], language: string): OfferValues {
  const empty = emptyOffer(language)
  const members = isRecord(content) ? content : {}
  const price = prices.find(({ id, isActive }) => isActive && id === members['offerPriceId'])
  const known = Object.fromEntries(Object.entries(members).filter(([name, value]) => name in empty && value !== null))
  const asTexts = (name: 'targetCountryIds' | 'selectedAddOnIds') => {
    const ids = members[name]
    return Array.isArray(ids) ? ids.map(String) : []
  }
  const asText = (name: string) => (isFilled(members[name]) ? String(members[name]) : '')
  return {
    ...empty,
    ...known,
    ...storedItemValues(members),
    hasItems: isFilled(members['overlap']),
    page: isRecord(members['page']) ? (members['page'] as OfferValues['page']) : null,
    category: price ? String(price.offerCategoryId) : '',
    platform: price ? String(price.offerPlatformId) : '',
    offerPriceId: price ? String(price.id) : '',
    details: price ? detailsFor(price, isRecord(members['details']) ? members['details'] : {}) : {},
    rewardPerAction: price?.reward ? asText('rewardPerAction') : '',
    allowListId: asText('allowListId'),
    blockListId: asText('blockListId'),
    requirements: Array.isArray(members['requirements']) ? members['requirements'] : [],
    rules: Array.isArray(members['rules']) ? members['rules'] : [],
    targetCountryIds: asTexts('targetCountryIds'),
    selectedAddOnIds: asTexts('selectedAddOnIds'),
    translations: translationsOf(members['translations']),
  }
}

/** Who may do the work. A template with these members alone is a saved audience. */
const audienceMembers = [
  'minAge',
  'maxAge',
  'gender',
  'targetCountryIds',
  'minExecutorLevel',
  'requirements',
  'allowListId',
  'blockListId',
] as const

export const isAudience = (content: unknown): boolean =>
  isRecord(content) && Object.keys(content).every((name) => (audienceMembers as readonly string[]).includes(name))

/** Returns the audience of the form, as it is saved. */
export function audienceContentOf(values: OfferValues): TemplateContent {
  const content = templateContentOf(values) as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(content).filter(([name]) => isAudience({ [name]: true })))
}

/** Returns the values of a saved audience; members that it leaves out are empty. */
export function audienceValues(content: unknown): Partial<OfferValues> {
  const values = templateValues(content, [], '')
  return Object.fromEntries(audienceMembers.map((name) => [name, values[name]]))
}
