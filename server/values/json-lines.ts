/** Line ends of Unicode that JSON leaves as they are, and that readers of lines take for the end of one. */
const lineEnds = /[\u0085\u2028\u2029]/g

/** Returns a value as one line of JSON. */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(lineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
