/** One setting: how its text is parsed, and its entry in `.env.example`. `parse` returns undefined for an invalid text. */
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

/** One year in seconds, the maximum of all durations. */
export const secondsMax = 31_536_000
