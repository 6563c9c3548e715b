import { conflict } from './problem.ts'

/** What an account may store only so much of. */
const storedThings = [
  'drafts',
  'listMembers',
  'uploads',
  'uploadMegabytes',
  'imports',
  'importMegabytes',
  'advertiserMarks',
  'qualificationGrants',
  'savedSearches',
] as const
type StoredThing = (typeof storedThings)[number]

export const StorageLimitReached = conflict<{ what: StoredThing; max: number; used: number }>(
  'storage_limit_reached',
  'Storage limit reached',
  ({ what, max, used }) => `The account stores ${used} ${names[what]}; the limit is ${max}. Delete or use some first.`,
)

const names: Readonly<Record<StoredThing, string>> = {
  drafts: 'drafts',
  listMembers: 'members of lists',
  uploads: 'uploaded files that are in no report',
  uploadMegabytes: 'megabytes of uploaded files that are in no report',
  imports: 'imports of the last 30 days',
  advertiserMarks: 'marked advertisers',
  qualificationGrants: 'grants of qualifications',
  savedSearches: 'saved searches',
  importMegabytes: 'megabytes of files that wait for their import',
}

/** Throws StorageLimitReached if `added` more would exceed the maximum. */
export function mustHaveRoom(what: StoredThing, used: number, max: number, added = 1): void {
  if (used + added > max) throw StorageLimitReached({ what, max, used })
}
