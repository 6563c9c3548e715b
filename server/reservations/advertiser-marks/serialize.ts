import { Type } from 'typebox'
import { advertiserAlias, markedAs } from '../../offers/serialize-available.ts'
import { id, instant, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { aliasOfMarked, type MarkedOffer, type MarkKind, markKinds } from './marked-advertiser.ts'

const kind = (description: string) => Type.Unsafe<MarkKind>(Type.Enum(markKinds, { description }))
export const markBody = Type.Object({ mark: kind('Replaces another mark') })
export const markFilter = Type.Optional(kind('Only these marks'))

/** The context is the installation's key, from which aliases are made. */
export const markJson = serializer<MarkedOffer, string>({ title: 'MarkedAdvertiser' })({
  id,
  alias: [advertiserAlias, (marked, secretKey) => aliasOfMarked(secretKey, marked)],
  mark: markedAs,
  offerId: [id, 'offer'],
  offerTitle: text,
  markedAtUtc: instant,
})
