import { checkRequirements, type RequiredFacts } from '../../qualifications/required.ts'
import { decimalOf, feeOf, type Units } from '../../values/money.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import type { Quota, StudyMembers } from './study-members.ts'

/** Throws UnknownQualification or ValidationError for requirements of quotas that the advertiser cannot use. */
export function checkQuotas(quotas: readonly Quota[] | null, facts: RequiredFacts): void {
  for (const [index, { requirements }] of (quotas ?? []).entries())
    checkRequirements(requirements ?? null, facts, `quotas.${index}.requirements`)
}

/** Throws ValidationError unless a screened-out executor earns less than for accepted work. */
export function checkScreenOut({ screenOutUnits }: Pick<StudyMembers, 'screenOutUnits'>, rewardUnits: Units): void {
  if (screenOutUnits === null || screenOutUnits < rewardUnits) return
  const reward = decimalOf(rewardUnits)
  const detail = {
    en: `must be less than the reward for accepted work, ${reward}.`,
    ru: `должно быть меньше награды за принятую работу, ${reward}.`,
  }
  throw ValidationError([bodyError('screenOut.reward', 'range', detail)])
}

/** Returns the fee for each screened-out executor, rounded down; null: none is paid. */
export const screenOutFeeOf = (
  { screenOutUnits }: Pick<StudyMembers, 'screenOutUnits'>,
  feeBasisPoints: number,
): Units | null => (screenOutUnits === null ? null : feeOf(screenOutUnits, feeBasisPoints))
