import { brandFault } from '../../values/nickname.ts'
import { bodyError, type Problem, ValidationError } from '../../values/problems/problem.ts'
import { countRu, type Sentence } from '../../values/sentences.ts'

/** New nicknames that an account can choose within a year. */
export const nicknamesPerYearMax = 3

const takenExpected = { en: 'is taken. Choose another one.', ru: 'уже занято. Выберите другое.' }
const limitExpected = {
  en: `can be new ${nicknamesPerYearMax} times a year. You can return to one that you had before.`,
  ru: `новое имя можно выбрать ${countRu(nicknamesPerYearMax, 'раз', 'раза')} в год. Можно вернуться к одному из прежних.`,
}

const refused = (code: string, detail: Sentence): Problem =>
  ValidationError([bodyError('profile.nickname', code, detail)])

/** A comparison key that an account has chosen. */
export type ChosenNickname = {
  readonly key: string
  readonly isRemoved: boolean
  readonly isWithinYear: boolean
}

/** Returns whether the key is new for the account. Throws ValidationError if it was removed, or if the account has chosen too many. */
export function decideNickname(key: string, chosen: readonly ChosenNickname[]): boolean {
  const former = chosen.find((each) => each.key === key)
  if (former?.isRemoved)
    throw refused('reserved', {
      en: 'was removed by an operator. Choose another one.',
      ru: 'удалено оператором. Выберите другое.',
    })
  if (!former && chosen.filter(({ isWithinYear }) => isWithinYear).length >= nicknamesPerYearMax)
    throw refused('limit', limitExpected)
  return former === undefined
}

export const NicknameTaken = () => refused('taken', takenExpected)

/** Throws ValidationError if the nickname looks like the name of this marketplace. */
export function refuseBrand(nickname: string, brandName: string | null): void {
  const fault = brandName === null ? undefined : brandFault(nickname, brandName)
  if (fault) throw refused(fault.code, fault.detail)
}
