/** The expected form in words, and a function that returns the value of a text, or undefined if it is invalid. */
export type Form<Value> = readonly [expected: string, parse: (text: string) => Value | undefined]

/** One setting: how its text is parsed, and its entry in `.env.example`. */
export type Setting<Value = unknown, Default extends string | undefined = string | undefined> = {
  readonly name: string
  readonly default: Default
  readonly expected: string
  readonly about: string
  readonly secret: boolean
  readonly parse: Form<Value>[1]
}

type Options<Default> = { readonly default?: Default; readonly secret?: true }

export const setting = <Value, Default extends string | undefined = undefined>(
  name: string,
  [expected, parse]: Form<Value>,
  about: string,
  options: Options<Default> = {},
): Setting<Value, Default> => ({
  name,
  expected,
  parse,
  about,
  default: options.default as Default,
  secret: options.secret ?? false,
})

/** One year in seconds, the maximum of all durations. */
export const secondsMax = 31_536_000
