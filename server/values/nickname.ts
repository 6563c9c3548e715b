import { charactersBetween, type Sentence } from './sentences.ts'
export const nicknameLengthMin = 3
export const nicknameLengthMax = 24

const lengthExpected = charactersBetween(nicknameLengthMin, nicknameLengthMax)
const charactersExpected = {
  en: 'must consist of letters, digits, and single spaces, hyphens, apostrophes or underscores between them.',
  ru: 'можно использовать буквы, цифры и одиночные пробелы, дефисы, апострофы или подчёркивания между ними.',
}
const scriptExpected = {
  en: 'must not mix alphabets, such as Latin and Cyrillic letters.',
  ru: 'нельзя смешивать алфавиты, например латиницу и кириллицу.',
}
const reservedExpected = {
  en: 'must not look like an operator, the marketplace or an executor number.',
  ru: 'имя не должно быть похоже на имя оператора, площадки или на номер исполнителя.',
}

type NicknameFault = { readonly code: string; readonly detail: Sentence }

/** Returns the text without outer and repeated spaces, in composed form. */
export const tidyNickname = (text: string): string => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** The scripts in use today (Unicode UAX 31, table 5). Those of the past have letters that look Latin. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
/** The scripts that are written together; every other one stands alone. */
const mixtures = [['Han', 'Hiragana', 'Katakana'], ['Han', 'Hangul'], ...scripts.map((script) => [script])]

const classOf = (names: readonly string[]): string => names.map((script) => `\\p{Script=${script}}`).join('')

/** Latin letters for phonetics, and those that look like ASCII letters or punctuation. */
const oddLatin =
  /[\u0180-\u0185\u018b-\u018d\u0195\u019b\u01a2-\u01a8\u01ba-\u01bf\u01c0-\u01c3\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u
/** Letters of African languages within that range. */
const usedLatin = /[ɓɔɖɗɛɣɲʋ]/gu

// Modifier letters look like apostrophes; only these two stand inside words.
const letter = `(?:(?![\\p{Lm}\\p{Default_Ignorable_Code_Point}])(?=\\p{L})[${classOf(scripts)}]|[々ー])`
// At most two combining marks follow a letter: more would cover the lines around the name.
const sign = `(?:(?:${letter}|[0-9])(?:(?!\\p{Default_Ignorable_Code_Point})[\\p{Mn}\\p{Mc}]){0,2})`
const allowed = new RegExp(`^(?:${sign}(?:[ '’_-](?=${sign}))?)+$`, 'u')
const unmixed = new RegExp(
  `^(?:${mixtures.map((names) => `[${classOf(names)}\\p{Script=Common}\\p{Script=Inherited}]+`).join('|')})$`,
  'u',
)

/** Returns why a tidy nickname is refused; undefined if it is allowed. Whether it is taken is another question. */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  const { length } = [...nickname]
  if (length < nicknameLengthMin || length > nicknameLengthMax) return { code: 'length', detail: lengthExpected }
  if (!allowed.test(nickname) || !/\p{L}/u.test(nickname) || oddLatin.test(nickname.replace(usedLatin, '')))
    return { code: 'characters', detail: charactersExpected }
  if (!unmixed.test(nickname)) return { code: 'alphabets', detail: scriptExpected }
  if (isReserved(nickname)) return { code: 'reserved', detail: reservedExpected }
  return undefined
}

/** Letters and digits that look like plain Latin letters. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аαᴀɑ', 'a'],
    ['вβʙɓ', 'b'],
    ['сϲᴄ', 'c'],
    ['ԁđɗɖ', 'd'],
    ['еєεᴇ3з', 'e'],
    ['ɡԍց', 'g'],
    ['нηһհħ', 'h'],
    ['іιїıl1ӏɩłɨ', 'i'],
    ['јյ', 'j'],
    ['кκĸ', 'k'],
    ['мᴍ', 'm'],
    ['пո', 'n'],
    ['оοσ0өøօ', 'o'],
    ['рρ', 'p'],
    ['ԛզ', 'q'],
    ['ѕ5', 's'],
    ['тτŧ', 't'],
    ['υսʋ', 'u'],
    ['ѵν', 'v'],
    ['ѡωԝ', 'w'],
    ['хχ', 'x'],
    ['уүγ', 'y'],
  ].flatMap(([letters = '', like = '']) => [...letters].map((letter) => [letter, like] as const)),
)

const skeletonOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')

/** Returns the key by which nicknames are compared: names that look alike have the same one. */
export const nicknameKey = (nickname: string): string => skeletonOf(nickname).replace(/[^\p{L}\p{Nd}]/gu, '')

/** Words that only the marketplace may use. */
const reservedWords = [
  'operator',
  'admin',
  'administrator',
  'moderator',
  'support',
  'system',
  'staff',
  'official',
  'marketplace',
  'advertiser',
  'executor',
  'helpdesk',
  'anonymous',
  'deleted',
  'arbiter',
  'arbitrator',
  'security',
  'оператор',
  'админ',
  'администратор',
  'модератор',
  'поддержка',
  'система',
  'служба',
  'маркетплейс',
  'рекламодатель',
  'исполнитель',
  'администрация',
  'удалён',
  'арбитр',
  'безопасность',
].map(skeletonOf)

/** Words that are common inside other words, and reserved where they stand alone. */
const reservedAlone = ['team', 'команда'].map(skeletonOf)
/** Names of marketplaces with fewer letters are reserved only where they stand alone. */
const shortBrandMax = 4

/** Returns the comparison keys of the words of the name, and of the whole name. */
const partsOf = (nickname: string): string[] =>
  [...nickname.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{M}\p{Nd}]+/u), nickname].map(nicknameKey)

const touches = (part: string, word: string): boolean => part.startsWith(word) || part.endsWith(word)

/** Whether a word of the name, or the name without spaces, begins or ends with a reserved word: "SuperAdmin" does, "Badminton" does not. */
const isReserved = (nickname: string): boolean =>
  partsOf(nickname).some(
    (part) => reservedAlone.includes(part) || reservedWords.some((reserved) => touches(part, reserved)),
  )

/** Returns the fault of a nickname that looks like the name of this marketplace; undefined for others. */
export function brandFault(nickname: string, brandName: string): NicknameFault | undefined {
  const brand = nicknameKey(brandName)
  if (brand === '') return undefined
  const isBrand = (part: string) => (brand.length > shortBrandMax ? touches(part, brand) : part === brand)
  return partsOf(nickname).some(isBrand) ? { code: 'reserved', detail: reservedExpected } : undefined
}
