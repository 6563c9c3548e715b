import { conflict, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { addRules } from '../values/requests/schema.ts'
import {
  checkOfferInput,
  type OfferBody,
  type OfferInput,
  offerErrors,
  offerInputOf,
  type TaskPatchBody,
  taskPatchBody,
} from './input.ts'
import { inputMembers, type Member } from './members.ts'
import { type Offer, type OfferStatus, statusErrors } from './offer.ts'
import type { CatalogFacts, PricedOffer } from './priced-offer.ts'

export const TaskNotEditable = conflict<{ currentStatus: string; members: readonly string[] }>(
  'task_not_editable',
  'Not editable in this status',
  ({ currentStatus, members }) => `In the status ${currentStatus}, ${members.join(', ')} cannot be changed.`,
)

const members: Readonly<Record<keyof OfferInput, Member>> = inputMembers
const names = Object.keys(members) as (keyof OfferInput)[]

const changingIn = (...whens: readonly Member['changes'][]) =>
  names.filter((name) => whens.includes(members[name].changes))

/** What may be changed in which status; nothing named means everything. */
const editable: Partial<Record<OfferStatus, readonly (keyof OfferInput)[]>> = {
  PendingModeration: changingIn('always'),
  Active: changingIn('always', 'running', 'reopening'),
  Paused: changingIn('always', 'running', 'reopening'),
  // One that ended by its date gets another date with more slots.
  Completed: changingIn('always', 'reopening'),
  Archived: [],
}

/** Returns the input that would make the offer as it is now. */
export const offerInputFor = (offer: Offer): OfferInput =>
  Object.fromEntries(names.map((name) => [name, offer[name]])) as unknown as OfferInput

const bodyName = (name: keyof OfferInput): string => members[name].body ?? name
const byBodyName = new Map(names.map((name) => [bodyName(name), name]))

const objects = ['details', 'metadata', 'translations'] as const

/** The wish after a PATCH, a JSON merge (RFC 7396): members that are present replace, objects merge, null brings back the default. */
export function patched(offer: Offer, patch: TaskPatchBody): OfferInput {
  const current = offerInputFor(offer)
  const merged = objects.map((name) => [name, patch[name] === null ? {} : merge(current[name], patch[name] ?? {})])
  const { offerPriceId = offer.price, title = offer.title, totalLimit = offer.totalLimit } = patch
  const asked = offerInputOf({ ...patch, ...Object.fromEntries(merged), offerPriceId, title, totalLimit })
  const present = Object.keys(patch).flatMap((name) => byBodyName.get(name) ?? [])
  return checkOfferInput({ ...current, ...Object.fromEntries(present.map((name) => [name, asked[name]])) })
}

/** What is wrong with a PATCH whatever the offer is like; so that it is told before the offer is looked for. */
export function checkPatch(patch: TaskPatchBody): void {
  const errors = patchErrors(patch)
  if (errors.length > 0) throw ValidationError(errors)
}

function patchErrors(patch: TaskPatchBody): FieldError[] {
  const merged = objects.map((name) => [name, merge({}, patch[name] ?? {})])
  return [...statusErrors(patch.status), ...offerErrors({ ...patch, ...Object.fromEntries(merged) })]
}

addRules(taskPatchBody, patchErrors)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const base = isObject(target) ? target : {}
  const kept = Object.entries(base).filter(([name]) => !Object.hasOwn(patch, name))
  const given = Object.entries(patch).filter(([, value]) => value !== null)
  return Object.fromEntries([...kept, ...given.map(([name, value]) => [name, merge(base[name], value)] as const)])
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

/** Members that older clients of Group A do not know: a body that leaves them out does not change them. */
const laterMembers = { description: 'description', startsAt: 'startsAtUtc', endsAt: 'endsAtUtc' } as const

/** The wish after a PUT: it replaces what Group A can say of an offer, and leaves alone what only Group B can. */
export function replacedBy(body: OfferBody): (offer: Offer) => OfferInput {
  const input = offerInputOf(body)
  const all = Object.entries(laterMembers) as [keyof typeof laterMembers, keyof OfferBody][]
  const named = all.filter(([, name]) => body[name] !== undefined).map(([own]) => own)
  return (offer) => ({
    ...offerInputFor(offer),
    ...Object.fromEntries(groupAMembers.map((name) => [name, input[name]])),
    ...Object.fromEntries(named.map((name) => [name, input[name]])),
    sourceLanguage: input.sourceLanguage ?? offer.sourceLanguage,
  })
}

/** The members in which a wish differs from the offer, by the names of the body. */
export function changedMembers(offer: Offer, input: OfferInput): (keyof OfferInput)[] {
  const current = offerInputFor(offer)
  return names.filter((name) => !same(current[name], input[name]))
}

const same = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** How these members are called outside. */
export const shownNames = (names: readonly (keyof OfferInput)[]): string[] => names.map(bodyName)

export function mustBeEditable(offer: Offer, changed: readonly (keyof OfferInput)[]): void {
  const allowed = editable[offer.status]
  const refused = allowed ? changed.filter((name) => !allowed.includes(name)) : []
  if (refused.length === 0) return
  throw TaskNotEditable({ currentStatus: offer.status, members: shownNames(refused) })
}

/** What may be rewritten of the offer now, by the names of the body. */
export const editableOn = (offer: Offer): string[] => shownNames(editable[offer.status] ?? names)

/** Not before the public, nor on its way there: everything about it may change, its price included. */
export const isFresh = ({ status }: Offer): boolean => status === 'Draft' || status === 'Rejected'

const orderedMembers: readonly (keyof OfferInput)[] = ['price', 'addOns']

/** Whether the change makes a new order of it: only then does an offer take the prices of today. */
export const isReordered = (changed: readonly (keyof OfferInput)[]): boolean =>
  changed.some((name) => orderedMembers.includes(name))

const whatever = { type: 'object', properties: { completionCodePattern: true } }

/**
 * What can be ordered, as far as the change asks for it: what an offer was made with stays good for it, its costs, and its
 * details if they are not touched, even if that can no longer be ordered.
 */
export function orderedFor(offer: Offer, changed: readonly (keyof OfferInput)[], facts: CatalogFacts): CatalogFacts {
  if (isReordered(changed)) return facts
  const { rewardUnits, addOnUnits, flatUnits } = offer
  const isAsked = changed.includes('details') || changed.includes('autoAcceptRules')
  const untouched = isAsked ? {} : { offerDetailsSchema: whatever, keepsDetails: true }
  return {
    ...facts,
    ...untouched,
    rewardUnits,
    addOnUnits,
    flatUnits,
    priceActive: true,
    addOnsKnown: offer.addOns.length,
  }
}

/** The offer with what was asked for; its costs stay unless it was ordered anew. */
export function edited(offer: Offer, plan: PricedOffer, changed: readonly (keyof OfferInput)[]): Offer {
  const { totalUnits: _, totalLimit, ...rest } = plan
  const { rewardUnits, feeUnits, addOnUnits, flatUnits, currency } = offer
  const costs = isReordered(changed) ? {} : { rewardUnits, feeUnits, addOnUnits, flatUnits, currency }
  const slots = isFresh(offer) ? { totalLimit, remaining: totalLimit } : {}
  return { ...offer, ...rest, ...costs, ...slots }
}
