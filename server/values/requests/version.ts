import { conflict } from '../problems/problem.ts'

/** The versions that a request accepts; undefined: any. An empty list accepts none. */
export type Versions = readonly number[] | undefined

export const VersionConflict = conflict<{ currentVersion: number }>(
  'version_conflict',
  'Version conflict',
  ({ currentVersion }) => `The record has changed; its version is now ${currentVersion}. Read it again.`,
)

/** Throws VersionConflict if the request does not accept the record's version. */
export function mustBeVersion(record: { readonly version: number }, versions: Versions): void {
  if (versions && !versions.includes(record.version)) throw VersionConflict({ currentVersion: record.version })
}

/** Returns the version that a guarded write must find, after `mustBeVersion` has passed; null: any. */
export const guardedVersion = (record: { readonly version: number }, versions: Versions): number | null =>
  versions ? record.version : null
