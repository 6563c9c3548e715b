import { Type } from 'typebox'
import type { PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { allowedActions, statusesOf } from '../../values/transitions/transitions.ts'
import { type Sanction, sanctionCodes, sanctionKinds, sanctionTransitions, statusAt } from './sanctions.ts'

export type Viewer = 'account' | 'operator'

const sanctionJson = serializer<Sanction, { readonly viewer: Viewer; readonly now: Date }>({ title: 'Sanction' })({
  id,
  accountId: [Type.Integer({ description: 'The sanctioned account' }), 'account'],
  email: Type.String({ description: 'Its e-mail address' }),
  kind: known('SanctionKind', sanctionKinds),
  code: known('SanctionCode', sanctionCodes),
  reason: text,
  status: [known('SanctionStatus', statusesOf(sanctionTransitions)), (sanction, { now }) => statusAt(sanction, now)],
  endsAtUtc: nullable(instant),
  appeal: nullable(text),
  appealedAtUtc: nullable(instant),
  answer: nullable(text),
  answeredAtUtc: nullable(instant),
  allowedActions: [
    arrayOf(text),
    (sanction, { viewer, now }) => allowedActions(sanctionTransitions, statusAt(sanction, now), viewer),
  ],
  createdAtUtc: instant,
  updatedAtUtc: instant,
})
export const { schema: sanctionSchema, pageSchema: sanctionsSchema } = sanctionJson

export const serializeSanction = (sanction: Sanction, viewer: Viewer, now: Date) =>
  sanctionJson.serialize(sanction, { viewer, now })

export const serializeSanctions = (list: PageOf<Sanction> & { now: Date }, viewer: Viewer) =>
  sanctionJson.serializePage(list, { viewer, now: list.now })
