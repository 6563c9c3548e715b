import { barredBy } from '../accounts/sanctions/sanctions.ts'
import type { DetailsMode, JsonSchema } from '../catalog/catalog.ts'
import { detailsRules } from '../catalog/details.ts'
import { detailsWarnings, type OfferWarning } from '../catalog/warnings.ts'
import { checkNamed, type RequiredFacts } from '../qualifications/required.ts'
import { isCountry } from '../values/countries.ts'
import type { Id } from '../values/id.ts'
import { canonical } from '../values/language.ts'
import { feeOf, type Units } from '../values/money.ts'
import { sampled } from '../values/placeholders/filled-texts.ts'
import { sampledStudy } from '../values/placeholders/study-addresses.ts'
import { bodyError, invalid, Problem, refuse, ValidationError } from '../values/problems/problem.ts'
import { ruledOfferErrors } from '../values/rules/rule-errors.ts'
import { ageWarnings } from './audience.ts'
import type { OfferInput } from './input.ts'
import { codeErrors, endErrors } from './limits.ts'
import type { Costs, Offer } from './offer.ts'
import { costPerAction, costPerScreenOut, type ScreenOutCosts, totalCost } from './rewards/costs.ts'
import { checkReward, type RewardRange } from './rewards/reward.ts'
import { checkRewardPerHour, type HourlyRule, rewardPerHourWarnings } from './rewards/reward-per-hour.ts'
import { checkQuotas, checkScreenOut, screenOutFeeOf } from './studies/order.ts'

export const UnknownPrice = invalid('unknown_price', 'Unknown price')
export const PriceInactive = invalid('price_inactive', 'Price inactive')
export const UnknownCountry = invalid('unknown_country', 'Unknown country')
export const UnknownAddOn = invalid('unknown_add_on', 'Unknown add-on')
export const UnknownList = invalid('unknown_list', 'Unknown executor list')
export const DetailsInvalid = invalid('details_invalid', 'Invalid details')

/** The maximum cost of one offer, so that no sum of money exceeds the range of a number. */
const totalUnitsMax = 1_000_000_000_000_000n

/** The catalog's facts on the price and add-ons of an input; all null if there is no such price. */
export type CatalogFacts = RewardRange &
  Pick<Offer, 'category' | 'platform' | 'type' | 'rewardUnits' | 'addOnUnits' | 'flatUnits'> & {
    readonly price: Id<'price'> | null
    readonly priceActive: boolean
    readonly reservationSeconds: number | null
    readonly detailsMode: DetailsMode
    readonly offerDetailsSchema: JsonSchema
    readonly executionDetailsSchema: JsonSchema
    /** The change keeps details and acceptance rules as they were. */
    readonly keepsDetails?: boolean
    /** How many of the requested add-ons exist and are active; `addOnUnits` and `flatUnits` are their total costs. */
    readonly addOnsKnown: number
    /** Whether the requested lists belong to the advertiser; true if none is requested. */
    readonly allowListKnown: boolean
    readonly blockListKnown: boolean
  } & RequiredFacts

export type Defaults = HourlyRule & {
  readonly feeBasisPoints: number
  readonly reservationSeconds: number
  readonly reviewSeconds: number
  readonly reworkSeconds: number
  readonly attemptsMax: number
  readonly language: string
  readonly ageFloor: number
}

/** The values that an offer gets for members that its advertiser leaves empty. */
export type OfferDefaults = Pick<Defaults, 'reservationSeconds' | 'reviewSeconds' | 'reworkSeconds' | 'attemptsMax'>

/** Members of an offer that have a default, from the price or the settings. */
type DefaultedMember = 'sourceLanguage' | 'reservationSeconds' | 'reviewSeconds' | 'reworkSeconds' | 'attemptsMax'

export type PricedOffer = Costs &
  Omit<OfferInput, 'price' | DefaultedMember> &
  Pick<Offer, 'price' | 'category' | 'platform' | 'type' | 'currency' | 'screenOutFeeUnits' | DefaultedMember> & {
    readonly totalUnits: Units
    readonly warnings: readonly OfferWarning[]
  }

/** The checks of an order, in this order. */
const checks: readonly ((input: OfferInput, facts: CatalogFacts, defaults: Defaults) => void)[] = [
  mustBeActive,
  ({ targetCountries }) => checkCountries(targetCountries),
  checkAddOns,
  (_input, facts) => checkLists(facts),
  checkNamed,
  ({ quotas }, facts) => checkQuotas(quotas, facts),
  ({ chosenRewardUnits }, facts) => checkReward(chosenRewardUnits, facts),
  (input, facts) => checkScreenOut(input, rewardOf(input, facts)),
  checkDetails,
  (input, facts) => refuse(ValidationError, [...codeErrors(input, facts), ...ruledOfferErrors(input)]),
  (input, facts, defaults) => {
    if (!facts.keepsDetails) checkRewardPerHour(hourlyOf(input, facts), defaults)
  },
]

const rewardOf = (input: OfferInput, facts: CatalogFacts): Units => input.chosenRewardUnits ?? facts.rewardUnits

const hourlyOf = (input: OfferInput, facts: CatalogFacts) => ({
  ...facts,
  rewardUnits: rewardOf(input, facts),
  details: input.details,
})

/** Returns the offer that an input creates. Prices are copied into it and never change. */
export function pricedOfferOf(input: OfferInput, facts: CatalogFacts, defaults: Defaults): PricedOffer {
  const price = priceOf(facts)
  for (const check of checks) check(input, facts, defaults)
  const { addOnUnits, flatUnits } = facts
  const rewardUnits = rewardOf(input, facts)
  const costs = { rewardUnits, feeUnits: feeOf(rewardUnits, defaults.feeBasisPoints), addOnUnits, flatUnits }
  const screenOutFeeUnits = screenOutFeeOf(input, defaults.feeBasisPoints)
  return {
    ...input,
    ...costs,
    price,
    category: facts.category,
    platform: facts.platform,
    type: facts.type,
    sourceLanguage: input.sourceLanguage ?? canonical(defaults.language) ?? 'en',
    reservationSeconds: input.reservationSeconds ?? facts.reservationSeconds ?? defaults.reservationSeconds,
    reviewSeconds: input.reviewSeconds ?? defaults.reviewSeconds,
    reworkSeconds: input.reworkSeconds ?? defaults.reworkSeconds,
    attemptsMax: input.attemptsMax ?? defaults.attemptsMax,
    currency: defaults.currency,
    screenOutFeeUnits,
    totalUnits: boundedTotal({ ...input, ...costs, screenOutFeeUnits }, input.totalLimit),
    warnings: [
      ...detailsWarnings(facts, input.details),
      ...ageWarnings(input.maxAge, defaults.ageFloor),
      ...(facts.keepsDetails ? [] : rewardPerHourWarnings(hourlyOf(input, facts), defaults)),
    ],
  }
}

/** Returns the total cost. Throws ValidationError if it is beyond the range of a number. */
export function boundedTotal(costs: Costs & ScreenOutCosts, totalLimit: number): Units {
  const total = totalCost(costs, totalLimit)
  if (total <= totalUnitsMax) return total
  const others = costs.flatUnits + costPerScreenOut(costs) * BigInt(costs.screenOutMax ?? 0)
  const totalLimitMax = (totalUnitsMax - others) / costPerAction(costs)
  throw ValidationError([
    bodyError('totalLimit', 'maximum', {
      en: `must be at most ${totalLimitMax} at this price.`,
      ru: `при этой цене должно быть не больше ${totalLimitMax}.`,
    }),
  ])
}

/**
 * Throws everything that prevents the input from becoming an offer, so that a form can show all errors at once. A single error is thrown as
 * creating the offer would.
 */
export function assertPriceable(input: OfferInput, facts: CatalogFacts, defaults: Defaults, now: Date): void {
  priceOf(facts)
  const problems = [(input: OfferInput) => mustEndInFuture(input, now), ...checks].flatMap((check) =>
    problemOf(() => check(input, facts, defaults)),
  )
  if (problems.length === 0) pricedOfferOf(input, facts, defaults)
  if (problems.length === 1) throw problems[0]
  if (problems.length > 1) throw ValidationError(problems.flatMap(({ errors }) => errors))
}

function problemOf(check: () => void): Problem[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof Problem) return [error]
    throw error
  }
}

function priceOf({ price }: CatalogFacts): Id<'price'> {
  if (price === null)
    throw UnknownPrice([
      bodyError('offerPriceId', 'unknown', { en: 'is not the id of a price.', ru: 'это не номер цены.' }),
    ])
  return price
}

function mustBeActive(_input: OfferInput, { priceActive }: CatalogFacts): void {
  if (!priceActive)
    throw PriceInactive([
      bodyError('offerPriceId', 'inactive', {
        en: 'is not a price that can be ordered now.',
        ru: 'этого сейчас нельзя заказать.',
      }),
    ])
}

function checkAddOns({ addOns }: OfferInput, { addOnsKnown }: CatalogFacts): void {
  if (addOnsKnown === addOns.length) return
  throw UnknownAddOn([
    bodyError('selectedAddOnIds', 'unknown', {
      en: 'must be ids of add-ons that can be ordered now.',
      ru: 'должны быть номера услуг, которые сейчас можно заказать.',
    }),
  ])
}

function checkCountries(countries: readonly number[]): void {
  const unknown = countries.findIndex((country) => !isCountry(country))
  if (unknown < 0) return
  throw UnknownCountry([
    bodyError(`targetCountryIds.${unknown}`, 'unknown', {
      en: 'is not a country id (ISO 3166-1 numeric).',
      ru: 'это не номер страны (ISO 3166-1).',
    }),
  ])
}

/** Validates the details of an offer against the schema of its task type, with samples for placeholders. Throws DetailsInvalid. */
function checkDetails({ details, overlap }: OfferInput, { offerDetailsSchema, detailsMode }: CatalogFacts): void {
  refuse(
    DetailsInvalid,
    detailsRules(offerDetailsSchema, detailsMode)(overlap === null ? sampledStudy(details) : sampled(details)),
  )
}

function checkLists({ allowListKnown, blockListKnown }: CatalogFacts): void {
  const unknown = [...(allowListKnown ? [] : ['allowListId']), ...(blockListKnown ? [] : ['blockListId'])]
  refuse(
    UnknownList,
    unknown.map((name) => bodyError(name, 'unknown', { en: 'is not an own list.', ru: 'это не ваш список.' })),
  )
}

/** Whether the advertiser may not submit offers, and until when; null: indefinitely. */
export type OfferBan = { readonly isBarred: boolean; readonly barredUntil: Date | null }

export function mustNotBeBarred({ isBarred, barredUntil }: OfferBan): void {
  if (isBarred) throw barredBy('NoOffers', barredUntil)
}

/** Throws ValidationError if the requested end is not in the future. */
export function mustEndInFuture(input: OfferInput, now: Date): void {
  refuse(ValidationError, endErrors(input, now))
}
