import { canonicalJson } from '../../values/canonical.ts'
import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { mustBeAtLeast } from '../../values/sentences.ts'
import type { Offer } from '../offer.ts'
import type { Quota, StudyMembers } from './study-members.ts'

/**
 * Throws ValidationError if an offer that was public would lose a quota, or change whom one counts: reservations keep the numbers of their
 * quotas. Also if fewer executors could be screened out than were, and than have a slot now.
 */
export function mustKeepStudy(before: Offer, requested: StudyMembers): void {
  if (before.activatedAt === null) return
  const errors = [...quotaErrors(before.quotas ?? [], requested.quotas ?? []), ...screenOutErrors(before, requested)]
  if (errors.length > 0) throw ValidationError(errors)
}

function quotaErrors(kept: readonly Quota[], requested: readonly Quota[]): FieldError[] {
  if (requested.length < kept.length)
    return [
      bodyError('quotas', 'min_items', {
        en: `must begin with the ${kept.length} that the task has: a published task loses none.`,
        ru: `должны начинаться с прежних (${kept.length}): у опубликованного задания квоты не убирают.`,
      }),
    ]
  return kept.flatMap((quota, index) => {
    const { max, ...wanted } = requested[index] as Quota
    const { max: least, ...conditions } = quota
    if (canonicalJson(wanted) !== canonicalJson(conditions))
      return [
        bodyError(`quotas.${index}`, 'fixed', {
          en: 'must stay as it was, except for a higher max: the task is published.',
          ru: 'нельзя изменить, кроме большего max: задание опубликовано.',
        }),
      ]
    return max < least ? [bodyError(`quotas.${index}.max`, 'minimum', mustBeAtLeast(least))] : []
  })
}

function screenOutErrors({ screenedOut, reserved }: Offer, { screenOutMax }: StudyMembers): FieldError[] {
  const least = screenedOut + reserved
  if (screenOutMax === null || screenOutMax >= least) return []
  const detail = {
    en: `must be at least ${least}: so many were screened out, or have a slot now.`,
    ru: `должно быть не меньше ${least}: столько людей не подошли или сейчас проходят исследование.`,
  }
  return [bodyError('screenOut.max', 'minimum', detail)]
}
