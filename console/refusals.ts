/** The texts of refusals by their code, in the order in which they are tried. */
export type Refusals = Readonly<Record<string, readonly string[]>>

let refusals: Refusals = {}

/** Sets the texts of the current language. */
export function setRefusals(texts: Refusals): void {
  refusals = texts
}

/** Returns the texts for a code in the current language; undefined for an unknown code. */
export const refusalTexts = (code: string): readonly string[] | undefined =>
  Object.hasOwn(refusals, code) ? refusals[code] : undefined
