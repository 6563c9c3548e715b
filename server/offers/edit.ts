import { canonicalJson } from '../values/canonical.ts'
import { isQuiz } from '../values/gold/gold.ts'
import { conflict, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { addRules } from '../values/requests/schema.ts'
import { inputMembers, type Member } from './body-members.ts'
import {
  checkOfferInput,
  type OfferBody,
  type OfferInput,
  offerErrors,
  offerInputOf,
  type TaskPatchBody,
  taskPatchBody,
} from './input.ts'
import {
  actionsOn,
  type Offer,
  type OfferStatus,
  type OfferTransition,
  requestedStatuses,
  TaskStateConflict,
} from './offer.ts'
import type { CatalogFacts, PricedOffer } from './priced-offer.ts'
import { keptCosts } from './rewards/reward.ts'

export const TaskNotEditable = conflict<{ currentStatus: string; members: readonly string[] }>(
  'task_not_editable',
  'Not editable in this status',
  ({ currentStatus, members }) => `In the status ${currentStatus}, ${members.join(', ')} cannot be changed.`,
)

const members: Readonly<Record<keyof OfferInput, Member>> = inputMembers
const names = Object.keys(members) as (keyof OfferInput)[]

const changingIn = (...whens: readonly Member['changes'][]) =>
  names.filter((name) => whens.includes(members[name].changes))

/** Members that may change in each status; a status that is not named allows every change. */
const editable: Partial<Record<OfferStatus, readonly (keyof OfferInput)[]>> = {
  PendingModeration: changingIn('always'),
  Active: changingIn('always', 'running', 'reopening'),
  Paused: changingIn('always', 'running', 'reopening'),
  // An offer that ended by its date can be reopened with a new date and more slots.
  Completed: changingIn('always', 'reopening'),
  Archived: [],
}

/** Members that never change of this offer. With items, its slots follow from them, but for a quiz; without, it has no overlap. */
const fixedIn = (offer: Offer): readonly (keyof OfferInput)[] => [
  ...changingIn('never'),
  offer.overlap === null || isQuiz(offer.gold, offer) ? 'overlap' : 'totalLimit',
]

/** Returns the members that may change now. */
const changingOn = (offer: Offer): (keyof OfferInput)[] => {
  const fixed = fixedIn(offer)
  return (editable[offer.status] ?? names).filter((name) => !fixed.includes(name))
}

/** Returns the input that would make the offer as it is now. */
export const offerInputFor = (offer: Offer): OfferInput =>
  Object.fromEntries(names.map((name) => [name, offer[name]])) as unknown as OfferInput

const bodyName = (name: keyof OfferInput): string => members[name].body ?? name

const objects = ['details', 'metadata', 'translations'] as const

/** Returns the input after a PATCH, a JSON merge patch (RFC 7396): present members replace, objects merge, null restores the default. */
export function patchInput(offer: Offer, patch: TaskPatchBody): OfferInput {
  const current = offerInputFor(offer)
  const merged = objects.map((name) => [name, patch[name] === null ? {} : merge(current[name], patch[name] ?? {})])
  const { overlap, ...rest } = patch
  const { offerPriceId = offer.price, title = offer.title, totalLimit = offer.totalLimit } = rest
  const requested = {
    ...offerInputOf({ ...rest, ...Object.fromEntries(merged), offerPriceId, title, totalLimit }),
    overlap: overlap ?? (offer.overlap === null ? null : 1),
  }
  const present = names.filter((name) => Object.hasOwn(patch, bodyName(name)))
  return checkOfferInput({
    ...current,
    ...withoutReward(offer, offerPriceId),
    ...Object.fromEntries(present.map((name) => [name, requested[name]])),
  })
}

/** A chosen reward belongs to its price: another price begins with its own reward. */
const withoutReward = (offer: Offer, price: number): Partial<OfferInput> =>
  price === offer.price ? {} : { chosenRewardUnits: null }

/** Throws the errors of a PATCH that do not depend on the offer, before the offer is read. */
export function checkPatch(patch: TaskPatchBody): void {
  const errors = patchErrors(patch)
  if (errors.length > 0) throw ValidationError(errors)
}

function patchErrors(patch: TaskPatchBody): FieldError[] {
  const { overlap: _, ...rest } = patch
  const merged = objects.map((name) => [name, merge({}, rest[name] ?? {})])
  return offerErrors({ ...rest, ...Object.fromEntries(merged) })
}

addRules(taskPatchBody, patchErrors)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const base = isObject(target) ? target : {}
  const unchanged = Object.entries(base).filter(([name]) => !Object.hasOwn(patch, name))
  const present = Object.entries(patch).filter(([, value]) => value !== null)
  return Object.fromEntries([
    ...unchanged,
    ...present.map(([name, value]) => [name, merge(base[name], value)] as const),
  ])
}

const groupAMembers = [
  'price',
  'title',
  'totalLimit',
  'sourceLanguage',
  'minAge',
  'maxAge',
  'gender',
  'targetCountries',
  'addOns',
  'details',
] as const

/** Members that older clients of Group A do not know: a PUT without them leaves them unchanged. */
const addedMembers = ['description', 'startsAt', 'endsAt', 'chosenRewardUnits'] as const

/** Returns the input after a PUT: replaces the members of Group A and keeps the members that only Group B has. */
export function replacementOf(body: OfferBody): (offer: Offer) => OfferInput {
  const input = offerInputOf(body)
  const added = addedMembers.filter((name) => body[bodyName(name) as keyof OfferBody] !== undefined)
  return (offer) => ({
    ...offerInputFor(offer),
    ...withoutReward(offer, input.price),
    ...Object.fromEntries([...groupAMembers, ...added].map((name) => [name, input[name]])),
    sourceLanguage: input.sourceLanguage ?? offer.sourceLanguage,
  })
}

/** Returns the names of the input members that differ from the offer. */
export function changedMembers(offer: Offer, input: OfferInput): (keyof OfferInput)[] {
  const current = offerInputFor(offer)
  return names.filter((name) => canonicalJson(current[name] ?? null) !== canonicalJson(input[name] ?? null))
}

/** Returns their names in bodies, each once. */
export const publicNames = (names: readonly (keyof OfferInput)[]): string[] => [...new Set(names.map(bodyName))]

export function mustBeEditable(offer: Offer, changed: readonly (keyof OfferInput)[]): void {
  const allowed = changingOn(offer)
  const refused = changed.filter((name) => !allowed.includes(name))
  if (refused.length === 0) return
  throw TaskNotEditable({ currentStatus: offer.status, members: publicNames(refused) })
}

/** Members that only some offers have, and that others do not name. */
const rareMembers: readonly (keyof OfferInput)[] = [
  'chosenRewardUnits',
  'overlap',
  'requirements',
  'quotas',
  'exclusionGroup',
  'screenOutUnits',
  'screenOutMax',
]

/** Whether the offer names a member that may change: a rare one only if it has it, and the page only if it has one or items. */
function isNamed(name: keyof OfferInput, offer: Offer): boolean {
  if (name === 'rules') return (offer.overlap ?? null) !== null
  if (rareMembers.includes(name)) return (offer[name] ?? null) !== null
  return name !== 'page' || (offer.overlap ?? offer.page ?? null) !== null
}

/** Returns the public names of the members that may change now. */
export const editableOn = (offer: Offer): string[] =>
  publicNames(changingOn(offer).filter((name) => isNamed(name, offer)))

/** Whether the offer is neither public nor in moderation: then everything may change, including its price. */
export const isFullyEditable = ({ status }: Offer): boolean => status === 'Draft' || status === 'Rejected'

const orderedMembers: readonly (keyof OfferInput)[] = ['price', 'addOns', 'chosenRewardUnits', 'screenOutUnits']

/** Whether the change orders a new price, reward or add-ons; only then do current prices apply. */
export const changesPrice = (changed: readonly (keyof OfferInput)[]): boolean =>
  changed.some((name) => orderedMembers.includes(name))

const anyDetails = { type: 'object' }

/**
 * Returns the catalog facts for a change. Costs stay as ordered, and unchanged details stay valid, even if the price can no longer be
 * ordered.
 */
export function factsForEdit(offer: Offer, changed: readonly (keyof OfferInput)[], facts: CatalogFacts): CatalogFacts {
  if (changesPrice(changed)) return facts
  const checksDetails = changed.includes('details') || changed.includes('autoAcceptRules')
  const unchanged = checksDetails ? {} : { offerDetailsSchema: anyDetails, keepsDetails: true }
  return {
    ...facts,
    ...unchanged,
    ...keptCosts(offer),
    priceActive: true,
    addOnsKnown: offer.addOns.length,
  }
}

/**
 * Returns the offer with the changes; its costs stay unless price, reward or add-ons were ordered anew. The slots of a public offer are
 * changed by `resize` in `lifecycle/lifecycle.ts`.
 */
export function applyEdit(offer: Offer, pricedOffer: PricedOffer, changed: readonly (keyof OfferInput)[]): Offer {
  const { totalUnits: _, totalLimit, ...rest } = pricedOffer
  const { rewardUnits, feeUnits, addOnUnits, flatUnits, screenOutFeeUnits, currency } = offer
  const ordered = { rewardUnits, feeUnits, addOnUnits, flatUnits, screenOutFeeUnits, currency }
  const costs = changesPrice(changed) ? {} : ordered
  const slots = isFullyEditable(offer) ? { totalLimit, remaining: totalLimit } : {}
  return { ...offer, ...rest, ...costs, ...slots }
}

/** Returns the transition to a requested status; undefined if the offer has it. Throws TaskStateConflict if there is none. */
export function transitionTowards(offer: Offer, status: string | undefined): OfferTransition | undefined {
  if (status === undefined || status === offer.status) return undefined
  const transition = requestedStatuses.get(status)
  if (transition) return transition
  throw TaskStateConflict({ currentStatus: offer.status, allowedActions: actionsOn(offer, 'advertiser') })
}
