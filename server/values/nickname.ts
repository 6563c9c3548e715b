export const nicknameLengthMin = 3
export const nicknameLengthMax = 24

const lengthExpected = `must have ${nicknameLengthMin} to ${nicknameLengthMax} characters.`
const charactersExpected =
  'must consist of letters, digits, and single spaces, hyphens, apostrophes or underscores between them.'
const scriptExpected = 'must not mix alphabets, such as Latin and Cyrillic letters.'
const reservedExpected = 'must not look like an operator, the marketplace or an executor number.'

type NicknameFault = { readonly code: string; readonly detail: string }

/** Returns the text without outer and repeated spaces, in composed form. */
export const tidyNickname = (text: string): string => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

// At most two combining marks follow a letter: more would cover the lines around the name.
const allowed = /^(?:[\p{L}\p{Nd}]\p{M}{0,2}(?:[ '’_-](?=[\p{L}\p{Nd}]))?)+$/u
/** The alphabets whose letters look alike. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Returns why a tidy nickname is refused; undefined if it is allowed. Whether it is taken is another question. */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  const { length } = [...nickname]
  if (length < nicknameLengthMin || length > nicknameLengthMax) return { code: 'length', detail: lengthExpected }
  if (!allowed.test(nickname) || !/\p{L}/u.test(nickname)) return { code: 'characters', detail: charactersExpected }
  if (alphabets.filter((letters) => letters.test(nickname)).length > 1)
    return { code: 'alphabets', detail: scriptExpected }
  if (isReserved(nickname)) return { code: 'reserved', detail: reservedExpected }
  return undefined
}

/** Cyrillic and Greek letters and digits that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['aаαᴀ', 'a'],
    ['вβʙ', 'b'],
    ['сϲᴄ', 'c'],
    ['ԁ', 'd'],
    ['еєεᴇ3з', 'e'],
    ['ɡԍ', 'g'],
    ['нηһ', 'h'],
    ['іιїıl1ӏ', 'i'],
    ['ј', 'j'],
    ['кκ', 'k'],
    ['мᴍ', 'm'],
    ['пո', 'n'],
    ['оοσ0ө', 'o'],
    ['рρ', 'p'],
    ['ѕ5', 's'],
    ['тτ', 't'],
    ['υ', 'u'],
    ['ѵν', 'v'],
    ['ѡω', 'w'],
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
  ...['operator', 'admin', 'administrator', 'moderator', 'support', 'system', 'staff', 'official', 'marketplace'],
  ...['advertiser', 'executor', 'helpdesk', 'anonymous', 'deleted'],
  ...['оператор', 'админ', 'администратор', 'модератор', 'поддержка', 'система', 'служба', 'маркетплейс'],
  ...['рекламодатель', 'исполнитель', 'администрация', 'удалён'],
].map(skeletonOf)

/** Whether a word of the name, or the name without spaces, begins or ends with a reserved word: "SuperAdmin" does, "Badminton" does not. */
const isReserved = (nickname: string): boolean =>
  [...nickname.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{M}\p{Nd}]+/u), nickname]
    .map(nicknameKey)
    .some((word) => reservedWords.some((reserved) => word.startsWith(reserved) || word.endsWith(reserved)))
