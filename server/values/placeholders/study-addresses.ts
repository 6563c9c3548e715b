import type { Sentence } from '../sentences.ts'
import { mapTexts, namesAsValues } from './filled-texts.ts'
import { addressFault, fillAddress, type ItemValues, isAddress, isHttpsOrLocal, namesIn } from './placeholders.ts'

/** What can stand in the address of a study, in addition to the values of an item: who works on which reservation. */
export const studyNames: readonly string[] = ['executor', 'reservation']

type Details = Readonly<Record<string, unknown>>

/** Whether a text is an address that says who opens it. */
export const isStudyAddress = (text: string): boolean =>
  text.includes('{{') && isAddress(text) && [...namesIn(text)].some((name) => studyNames.includes(name))

/** Characters of a wrong name that an error shows. */
const nameMax = 64

/** What stands in double braces, whether it is a name or not. */
const inBraces = /\{\{([^{}]*)\}\}/g

/** Returns what stands in double braces in an address and is no name of a study. */
export const unknownNames = (address: string): readonly string[] => [
  ...new Set(
    [...address.matchAll(inBraces)]
      .map(([, name = '']) => name.slice(0, nameMax))
      .filter((name) => !studyNames.includes(name)),
  ),
]

/** Whether a text is one address with something in double braces. */
export const isFilledAddress = (text: string): boolean =>
  text.includes('{{') && isAddress(text) && !/\s/.test(text.replace(inBraces, ''))

/** Returns why the address of a study in the details cannot be used; undefined if it can. */
export const studyAddressFault = (address: string): Sentence | undefined => addressFault(address, isHttpsOrLocal)

/** Returns details whose addresses of a study say who opens them; null: no one has reserved, so the names stand in brackets. */
export const filledStudy = (details: Details, who: ItemValues | null): Details =>
  mapTexts(details, (text) =>
    isStudyAddress(text) ? (fillAddress(text, who ?? namesAsValues(text), isHttpsOrLocal) ?? null) : text,
  ) as Details

/** Returns details with a sample in the addresses of a study, for the checks of their schema. */
export const sampledStudy = (details: Details): Details => filledStudy(details, { executor: 'ex', reservation: '1' })
