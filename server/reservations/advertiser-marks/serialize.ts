import { Type } from 'typebox'
import { advertiserAliasOf } from '../../offers/available.ts'
import { advertiserAlias, markedAs } from '../../offers/serialize-available.ts'
import { id, instant, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type MarkedOffer, type MarkKind, markKinds } from './marked-advertiser.ts'

const kind = (description: string) => Type.Unsafe<MarkKind>(Type.Enum(markKinds, { description }))
export const markBody = Type.Object({ mark: kind('Replaces another mark') })
export const markFilter = Type.Optional(kind('Only these marks'))

/** The context is the installation's key, from which aliases are made. */
export const markJson = serializer<MarkedOffer, string>({ title: 'MarkedAdvertiser' })({
  id,
  alias: [advertiserAlias, ({ advertiser }, secretKey) => advertiserAliasOf(secretKey, advertiser)],
  mark: markedAs,
  offerId: [id, 'offer'],
  offerTitle: text,
  markedAtUtc: instant,
})
