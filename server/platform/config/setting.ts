/** One setting: how its text is read, and what a reader of `.env.example` must know. `parse` gives undefined for a wrong one. */
export type Setting = {
  readonly name: string
  readonly member: string
  readonly default?: string
  readonly expected: string
  readonly about: string
  readonly secret?: true
  readonly parse: (text: string) => unknown
}

type Options = { readonly default?: string; readonly secret?: true }

export const setting = (
  [name, member]: readonly [string, string],
  [expected, parse]: readonly [string, (text: string) => unknown],
  about: string,
  options: Options = {},
): Setting => ({ name, member, expected, parse, about, ...options })

/** A year, in seconds: no time that is set is longer. */
export const secondsMax = 31_536_000
