import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Id } from '../../values/id.ts'
import { fillAddress, type ItemValues, isHttpsOrLocal } from '../../values/placeholders/placeholders.ts'
import { bodyError, invalid } from '../../values/problems/problem.ts'
import type { ReturnAction, ReturnLink } from '../../values/requests/return-link.ts'

const Refused = invalid('return_link_invalid', 'Return link invalid')
/** The same for every cause: a guess learns nothing. */
export const ReturnLinkInvalid = () =>
  Refused([
    bodyError('signature', 'return_link_invalid', {
      en: 'must be the signature of this reservation and this action by the current secret of the study.',
      ru: 'должно быть подписью этой брони и этого действия текущим секретом исследования.',
    }),
  ])

/** Returns the secret that an offer shares with the site of its study. It is derived, so nothing is stored; a new version ends the old one. */
export const studySecretOf = (secretKey: string, offer: Id<'offer'>, version: number): string =>
  createHmac('sha256', secretKey).update(`study:${offer}:${version}`).digest('hex')

const signed = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Returns the signature of an address: three parts, so that it is never one of a return link, which has two. */
export const addressSignature = (secret: string, executor: string, reservation: string, expires: number): string =>
  signed(secret, `${executor}.${reservation}.${expires}`)

export const returnSignature = (secret: string, reservation: string, action: ReturnAction): string =>
  signed(secret, `${reservation}.${action}`)

/** Throws ReturnLinkInvalid unless the link was made for this reservation with this secret. Compares in constant time. */
export function mustBeReturnLink(secret: string, reservation: string, { action, signature }: ReturnLink): void {
  const [given, made] = [Buffer.from(signature), Buffer.from(returnSignature(secret, reservation, action))]
  if (given.length !== made.length || !timingSafeEqual(given, made)) throw ReturnLinkInvalid()
}

/** Who opens the address of a study, and until when the reservation lasts. */
export type StudyVisit = { readonly executor: string; readonly reservation: string; readonly expiresAt: Date }

/** Returns the address with parameters by which the site of the study knows who opens it, and that this marketplace says so. */
export function signedAddress(
  address: string,
  { executor, reservation, expiresAt }: StudyVisit,
  secret: string,
): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = addressSignature(secret, executor, reservation, expires)
  const [page = '', ...fragment] = address.split('#')
  const parameters = `tm_executor=${executor}&tm_reservation=${reservation}&tm_expires=${expires}&tm_signature=${signature}`
  return [`${page}${page.includes('?') ? '&' : '?'}${parameters}`, ...fragment].join('#')
}

type Addressed = { readonly url?: string | undefined; readonly signed?: boolean | undefined }

/** Returns where the page of a study opens, filled with the values of an item or, without one, of the visit; undefined if that is no usable address. */
export function studyAddress(
  { url, signed = false }: Addressed,
  data: ItemValues | null,
  { secret, ...visit }: StudyVisit & { readonly secret: string },
): string | undefined {
  const { executor, reservation } = visit
  const address = url === undefined ? undefined : fillAddress(url, data ?? { executor, reservation }, isHttpsOrLocal)
  return address !== undefined && signed ? signedAddress(address, visit, secret) : address
}
