import type { Sentence } from '../sentences.ts'

/** What stands in a text for a value of an item: `{{name}}`, with a name of letters of any script, digits and underscores. */
const placeholder = /\{\{([\p{L}_][\p{L}\p{M}\p{N}_]{0,63})\}\}/gu

/** The data of an item. Texts, numbers and booleans can stand in a text. */
export type ItemValues = Readonly<Record<string, unknown>>

/** Returns the names that a text uses. */
export const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(placeholder)].map(([, name]) => String(name)))

export const placeholdersIn = (text: string): number => [...text.matchAll(placeholder)].length

/** Returns the value of a name as text; undefined if the data has no text, number or boolean of this name. */
export function shownValue(data: ItemValues, name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isShown ? String(value) : undefined
}

/** Replaces each placeholder by the text that `shown` returns for its name and place; a value is never read as a placeholder again. */
export const replacePlaceholders = (text: string, shown: (name: string, offset: number) => string): string =>
  text.replace(placeholder, (_, name: string, offset: number) => shown(name, offset))

/** Returns a plain text with the values of an item. A name that the item lacks shows nothing. */
export const fillText = (text: string, data: ItemValues): string =>
  replacePlaceholders(text, (name) => shownValue(data, name) ?? '')

export const isOnePlaceholder = (text: string): boolean => text.match(placeholder)?.[0] === text
/** A scheme and a host, which data cannot change because they end before it. In HTML, `&` could stand for a further sign of the host. */
const fixedOrigin = /^https?:\/\/[^\s/?#\\@{}&]+[/?#]/

/** Returns why an address with placeholders cannot be used; undefined if it can. `isUsable` may allow more than https. */
export function addressFault(address: string, isUsable = isHttps): Sentence | undefined {
  if (isOnePlaceholder(address)) return undefined
  const sample = fillText(address, sampleFor(address))
  if (!isUsable(sample)) return mustBeHttps
  return namesIn(address).size === 0 || fixedOrigin.test(beforePlaceholder(address)) ? undefined : mustFixHost
}

/**
 * Returns an address with the values of an item, each encoded; undefined if it is no https URL (or what `isUsable` allows), or if a value
 * would leave its place in the path, as `..` would. Without a name of its own, an address is the whole value, always https.
 */
export function fillAddress(address: string, data: ItemValues, isUsable = isHttps): string | undefined {
  if (isOnePlaceholder(address)) {
    const whole = fillText(address, data).trim()
    return isHttps(whole) ? whole : undefined
  }
  const filled = replacePlaceholders(address, (name) => encoded(shownValue(data, name) ?? ''))
  const isInPlace = isUsable(filled) && stepsOf(filled) === stepsOf(fillText(address, sampleFor(address)))
  return isInPlace ? filled : undefined
}

/** A small picture that is in the data of an item itself. */
const embeddedPicture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/

/** Returns the address of a picture as `fillAddress` does, or the picture itself if it is the whole value. */
export function fillPicture(address: string, data: ItemValues): string | undefined {
  const whole = isOnePlaceholder(address) ? fillText(address, data).trim() : ''
  return embeddedPicture.test(whole) ? whole : fillAddress(address, data)
}

/** Returns a value as an address without spaces or angle brackets, if it is one (https). */
export const wholeAddress = (value: string): string | undefined => (isHttps(value) ? new URL(value).href : undefined)

/** Whether a text begins like an address of the web. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

export const encoded = (value: string): string => encodeURIComponent(value.toWellFormed())

const mustBeHttps: Sentence = {
  en: 'must be an https address, or one placeholder for it such as {{picture}}.',
  ru: 'должно быть адресом https или одной подстановкой для него, например {{picture}}.',
}
const mustFixHost: Sentence = {
  en: 'must name its host before the first placeholder, such as https://example.com/{{name}}.',
  ru: 'узел должен быть указан до первой подстановки, например https://example.com/{{name}}.',
}

const beforePlaceholder = (address: string): string => address.slice(0, address.search(placeholder))
export const sampleFor = (address: string): ItemValues =>
  Object.fromEntries([...namesIn(address)].map((name) => [name, 'x']))
const stepsOf = (url: string): number => new URL(url).pathname.split('/').length

function isHttps(text: string): boolean {
  const url = URL.parse(text)
  return /^https:\/\//i.test(text) && url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Whether an address may open in a tab: it is https or, to try a site before it is published, http on the visitor's own machine. */
export const isHttpsOrLocal = (text: string): boolean =>
  isHttps(text) || (/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/.test(text) && URL.canParse(text))
