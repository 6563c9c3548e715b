import { inserted } from './sources.ts'

const name = `([\\w."${inserted}]+)`
const writes = [
  new RegExp(`\\binsert into (?:only )?${name}`, 'g'),
  new RegExp(`\\bupdate (?:only )?${name}(?: \\*)?(?: (?:as )?\\w+)? set\\b`, 'g'),
  new RegExp(`\\bdelete from (?:only )?${name}`, 'g'),
  new RegExp(`\\bmerge into (?:only )?${name}`, 'g'),
  new RegExp(`\\btruncate (?:table )?(?:only )?${name}`, 'g'),
  new RegExp(`\\bcopy ${name}(?: \\([^)]*\\))? from\\b`, 'g'),
]
const creates = new RegExp(`\\bcreate (?:unlogged )?table (?:if not exists )?${name}`, 'g')

/** A table named only at run time, so the writer cannot be determined statically. */
export const namedAtRunTime = '(named at run time)'

/** Returns the tables that a statement inserts into, updates, deletes from, merges into, truncates or copies into. */
export const tablesWritten = (statement: string): string[] => namesIn(statement, writes)

export const tablesCreated = (migration: string): string[] => namesIn(migration, [creates])

function namesIn(statement: string, patterns: readonly RegExp[]): string[] {
  const plain = withoutTexts(statement)
  const names = patterns.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, found]) => bare(found ?? '')))
  return [...new Set(names)]
}

/** Strips schema and quotes: `public."offers"` becomes `offers`. */
const bare = (found: string): string =>
  found.includes(inserted) ? namedAtRunTime : found.replaceAll('"', '').replace(/^.*\./, '')

/** Normalizes a statement: lower case, single spaces, no comments or quoted text. */
const withoutTexts = (statement: string): string =>
  statement
    .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
