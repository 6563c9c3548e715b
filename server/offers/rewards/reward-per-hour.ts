import { Type } from 'typebox'
import type { OfferWarning } from '../../catalog/warnings.ts'
import { moneyText, type Units, unitsOf } from '../../values/money.ts'
import { bodyError, invalid } from '../../values/problems/problem.ts'
import { amount } from '../../values/requests/schema.ts'
import type { Sentence } from '../../values/sentences.ts'
import type { RewardRange } from './reward.ts'

export const RewardPerHourTooLow = invalid('reward_per_hour_too_low', 'Reward per hour too low')

/** The house rule on the reward per hour of estimated work. */
export type HourlyRule = {
  readonly currency: string
  readonly hourlyRewardRule: 'off' | 'warn' | 'refuse'
  readonly hourlyRewardMin: number
}

const [minutesMin, minutesMax] = [1, 10_000]

/** Returns the advertiser's estimate of the work in minutes, as `estimatedMinutes` of sql-fragments.ts; null if the details have none. */
export function estimatedMinutesIn({ estimatedMinutes: minutes }: { readonly estimatedMinutes?: unknown }) {
  return typeof minutes === 'number' && minutes >= minutesMin && minutes <= minutesMax ? minutes : null
}

type Paid = { readonly rewardUnits: Units; readonly workSeconds?: number | null }

/** Returns the reward per hour, rounded down: of the measured time, or else of the estimate; undefined if there is neither. */
export function rewardPerHour({ rewardUnits, workSeconds }: Paid, minutes: number | null): Units | undefined {
  const seconds = workSeconds ?? (minutes === null ? null : minutes * 60)
  return seconds === null ? undefined : BigInt(Math.floor((Number(rewardUnits) * 3_600) / seconds))
}

export const rewardPerHourSchema = Type.Optional(
  Type.Unsafe<number | undefined>(
    amount({
      description: 'For an hour of `medianWorkSeconds`, or else of the estimate',
    }),
  ),
)

export const medianWorkMember = [
  Type.Optional(
    Type.Unsafe<number | undefined>(
      Type.Integer({
        description: 'From reservation to submission',
      }),
    ),
  ),
  ({ workSeconds }: { readonly workSeconds?: number | null }) => workSeconds ?? undefined,
] as const

type Priced = RewardRange & { readonly rewardUnits: Units; readonly details: object }

type Fault = { readonly field: string; readonly detail: Sentence }

/** Returns what breaks the house rule, at the member that can be changed; undefined if nothing does. */
function faultOf({ rewardMaxUnits, rewardUnits, details }: Priced, { currency, hourlyRewardMin }: HourlyRule) {
  const perHour = rewardPerHour({ rewardUnits }, estimatedMinutesIn(details))
  const min = unitsOf(hourlyRewardMin)
  if (perHour === undefined || perHour >= min) return undefined
  const [paid, needed] = [moneyText(perHour, currency), moneyText(min, currency)]
  const fault: Fault = {
    field: rewardMaxUnits === null ? 'details.estimatedMinutes' : 'rewardPerAction',
    detail: {
      en: `pays ${paid} per hour of estimated work; at least ${needed} is needed.`,
      ru: `это ${paid} за час работы по оценке; нужно не меньше ${needed}.`,
    },
  }
  return fault
}

/** Throws RewardPerHourTooLow if the house rule refuses the offer. */
export function checkRewardPerHour(priced: Priced, rule: HourlyRule): void {
  const fault = rule.hourlyRewardRule === 'refuse' ? faultOf(priced, rule) : undefined
  if (fault) throw RewardPerHourTooLow([bodyError(fault.field, 'minimum', fault.detail)])
}

/** Warns about an offer that breaks the house rule. */
export function rewardPerHourWarnings(priced: Priced, rule: HourlyRule): OfferWarning[] {
  const fault = rule.hourlyRewardRule === 'warn' ? faultOf(priced, rule) : undefined
  if (!fault) return []
  const { en, ru } = fault.detail
  return [{ code: 'reward_per_hour', field: fault.field, message: { en: capital(en), ru: capital(ru) } }]
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
