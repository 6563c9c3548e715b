import { Type } from 'typebox'
import { markedAs } from '../../offers/serialize-available.ts'
import { id, instant, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type MarkedOffer, type MarkKind, markKinds } from './marked-advertiser.ts'

const kind = (description: string) => Type.Unsafe<MarkKind>(Type.Enum(markKinds, { description }))
export const markBody = Type.Object({ mark: kind('Replaces another mark') })
export const markFilter = Type.Optional(kind('Only these marks'))

export const markJson = serializer<MarkedOffer>({ title: 'MarkedAdvertiser' })({
  id,
  mark: markedAs,
  offerId: [id, 'offer'],
  offerTitle: text,
  markedAtUtc: instant,
})
