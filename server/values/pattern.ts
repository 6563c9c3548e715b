import { RE2JS } from 're2js'

/**
 * Whether the pattern matches the whole text. Patterns are written by strangers: they are matched in a time that grows with the
 * text alone, so what that does not know (references back, looking around) is no pattern, and matches nothing.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  return compiled(pattern)?.matches(text) ?? false
}

/** Whether a text is a pattern that can be matched so. */
export const isPattern = (pattern: string): boolean => compiled(pattern) !== undefined

function compiled(pattern: string) {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
