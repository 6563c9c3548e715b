import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import { allowedActions } from '../../values/transitions/transitions.ts'
import { type Sanction, sanctionTransitions, statusAt } from './sanctions.ts'

export const sanctionSchema = Type.Object(
  {
    id,
    accountId: Type.Integer({ description: 'The sanctioned account' }),
    kind: text,
    code: text,
    reason: text,
    status: text,
    endsAtUtc: nullable(instant),
    appeal: nullable(text),
    appealedAtUtc: nullable(instant),
    answer: nullable(text),
    answeredAtUtc: nullable(instant),
    allowedActions: arrayOf(text),
    createdAtUtc: instant,
    updatedAtUtc: instant,
  },
  { title: 'Sanction' },
)
export const sanctionsSchema = listOf(sanctionSchema)

/** Who views the sanction: the sanctioned account or an operator. */
export type Viewer = 'account' | 'operator'

export function serializeSanction(sanction: Sanction, viewer: Viewer, now: Date) {
  const status = statusAt(sanction, now)
  return {
    id: sanction.id,
    accountId: sanction.account,
    kind: sanction.kind,
    code: sanction.code,
    reason: sanction.reason,
    status,
    endsAtUtc: isoOrNull(sanction.endsAt),
    appeal: sanction.appeal,
    appealedAtUtc: isoOrNull(sanction.appealedAt),
    answer: sanction.answer,
    answeredAtUtc: isoOrNull(sanction.answeredAt),
    allowedActions: allowedActions(sanctionTransitions, status, viewer),
    createdAtUtc: iso(sanction.createdAt),
    updatedAtUtc: iso(sanction.updatedAt),
  }
}

export const serializeSanctions = ({ now, ...list }: PageOf<Sanction> & { now: Date }, viewer: Viewer) =>
  mapItems(list, (sanction) => serializeSanction(sanction, viewer, now))
