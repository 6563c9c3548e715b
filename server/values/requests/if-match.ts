import { bodyError, type FieldError, NotSupported, ValidationError } from '../problems/problem.ts'
import type { Versions } from './version.ts'

const headerLengthMax = 1_000

/** One element of a list of entity tags, which may be empty, and the comma after it (RFC 9110, 5.6.1 and 8.8.3). */
const element = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y
/** A tag of ours is the version in decimal digits; tags are compared character by character. */
const tagOfVersion = /^[1-9]\d{0,9}$/

const malformed: FieldError = {
  field: 'If-Match',
  code: 'invalid_tags',
  detail: 'must be * or entity tags in double quotes, such as "4", "5"; at most 1000 characters.',
}

/**
 * Returns the versions that `If-Match` names; undefined without the header and for `*`. Weak tags and tags that are no version match
 * none (strong comparison: RFC 9110, 13.1.1). Throws ValidationError if the header is malformed.
 */
export function versionsIn(header: string | undefined): Versions {
  if (header === undefined || header === '*') return undefined
  const tags = header.length > headerLengthMax ? [] : tagsIn(header)
  if (tags.length === 0) throw ValidationError([malformed])
  return tags.filter(({ isWeak, tag }) => !isWeak && tagOfVersion.test(tag)).map(({ tag }) => Number(tag))
}

/** The tags of a list; none if it is malformed. */
function tagsIn(header: string): { readonly isWeak: boolean; readonly tag: string }[] {
  const tags = []
  for (let at = 0; at < header.length; at = element.lastIndex) {
    element.lastIndex = at
    const found = element.exec(header)
    if (!found) return []
    const [, weak, tag] = found
    if (tag !== undefined) tags.push({ isWeak: weak !== undefined, tag })
  }
  return tags
}

/** Throws NotSupported if a precondition is sent for a record without a version: it would protect nothing. */
export function refuseIfMatch(header: string | undefined): void {
  if (versionsIn(header) === undefined) return
  throw NotSupported([
    { field: 'If-Match', code: 'not_supported', detail: 'is not supported here: this has no version. Leave it out.' },
  ])
}

/** The versions that a request accepts: those of `If-Match` and the member `version`, where both are given in common. */
export function acceptedVersions(ifMatch: Versions, version: number | null | undefined): Versions {
  if (!version) return ifMatch
  return ifMatch && !ifMatch.includes(version) ? [] : [version]
}

/** The same for an operation that needs one of the two. Throws ValidationError if the request names no version. */
export function versionsRead(ifMatch: Versions, version: number | null | undefined): readonly number[] {
  const versions = acceptedVersions(ifMatch, version)
  if (versions) return versions
  throw ValidationError([
    bodyError(
      'version',
      'required',
      'must be the version of the record that was read; the header If-Match can name it.',
    ),
  ])
}
