/** A malformed body. `what` names the error in it, and `kind` groups similar errors. */
export type Unreadable = { readonly kind: string; readonly what: string; readonly body: string | Buffer }

/** Returns malformed bodies derived from a valid one. */
export function unreadable(good: object): Unreadable[] {
  const json = JSON.stringify(good)
  const open = json.slice(0, -1)
  const kinds: Record<string, Record<string, string | Buffer>> = {
    cut: cutShort(json),
    syntax: notJson(json, open),
    encoding: notText(json, open),
    prototype: toThePrototype(open),
    size: tooLarge(open),
  }
  return Object.entries(kinds).flatMap(([kind, bodies]) =>
    Object.entries(bodies).map(([what, body]) => ({ kind, what, body })),
  )
}

const cutShort = (json: string) =>
  Object.fromEntries(
    [0.25, 0.5, 0.75, 1].map((share) => [`cut at ${share}`, json.slice(0, Math.ceil(json.length * share) - 1)]),
  )

const notJson = (json: string, open: string) => ({
  'spaces alone': '   ',
  'a second text behind it': `${json}{}`,
  'a comment behind it': `${json} // good`,
  'a comma before the end': `${open},}`,
  'NUL behind it': `${json}\u0000`,
  'single quotes': json.replaceAll('"', "'"),
  'no quotes': '{title:1}',
  NaN: `${open},"extra":NaN}`,
  Infinity: `${open},"extra":-Infinity}`,
  'a hexadecimal number': `${open},"extra":0x10}`,
  'a leading zero': `${open},"extra":010}`,
  'a line break in a text': `${open},"extra":"a\nb"}`,
})

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

const notText = (json: string, open: string) => ({
  'a byte order mark': `\ufeff${json}`,
  'UTF-16': Buffer.from(json, 'utf16le'),
  'a byte of no character': bytes(`${open},"extra":"`, [0xff], '"}'),
  'an overlong slash': bytes(`${open},"extra":"`, [0xc0, 0xaf], '"}'),
  'a surrogate in UTF-8': bytes(`${open},"extra":"`, [0xed, 0xa0, 0x80], '"}'),
  'half an emoji': bytes(`${open},"extra":"`, [0xf0, 0x9f], '"}'),
})

const toThePrototype = (open: string) => ({
  'a __proto__': `${open},"__proto__":{"isAdmin":true}}`,
  '__proto__ inside': `${open},"extra":{"a":[{"__proto__":1}]}}`,
  '__proto__ in disguise': `${open},"\\u005f\\u005fproto__":1}`,
  'constructor.prototype': `${open},"constructor":{"prototype":{"isAdmin":true}}}`,
})

const tooLarge = (open: string) => ({
  'a hundred thousand lists': `${open},"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'forty thousand objects': `${open},"extra":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`,
  'forty levels': `${open},"extra":${'['.repeat(40)}${']'.repeat(40)}}`,
  'a hundred thousand values': `${open},"extra":[${'0,'.repeat(100_000)}0]}`,
  'a hundred thousand members': `${open},${'"m":0,'.repeat(100_000)}"m":0}`,
  'many members with names of their own': `${open},${Array.from({ length: 20_000 }, (_, m) => `"m${m}":0`).join()}}`,
  'five megabytes of text': `${open},"extra":"${'x'.repeat(5_000_000)}"}`,
  'five megabytes of spaces': `${open}${' '.repeat(5_000_000)}}`,
  'quotes that never end': `${open},"extra":"${'\\"'.repeat(120_000)}`,
})

/** Duplicates each member, with the same and with another value: must be refused whichever one a parser takes. */
export const twice = (body: object): [name: string, json: string][] =>
  Object.entries(body).flatMap(([name, value]) => {
    const rest = JSON.stringify(body).slice(1)
    return [
      [name, `{"${name}":${JSON.stringify(value)},${rest}`],
      [name, `{"${name}":null,${rest}`],
    ]
  })
