import { bodyError, type FieldError, NotSupported, ValidationError } from '../problems/problem.ts'
import type { Versions } from './version.ts'

const headerLengthMax = 1_000

/** One list element, which may be empty, and the comma after it (RFC 9110, 5.6.1 and 8.8.3). */
const element = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y
/** Our entity tags are versions in decimal digits, compared character by character. */
const tagOfVersion = /^[1-9]\d{0,9}$/

const malformed: FieldError = {
  field: 'If-Match',
  code: 'invalid_tags',
  detail: {
    en: 'must be * or entity tags in double quotes, such as "4", "5"; at most 1000 characters.',
    ru: 'должно быть * или метками версий в двойных кавычках, например "4", "5"; не длиннее 1000 символов.',
  },
}

/**
 * Returns the versions in `If-Match`; undefined without the header and for `*`. Weak tags and tags that are no version match
 * nothing (strong comparison: RFC 9110, 13.1.1). Throws ValidationError if the header is malformed.
 */
export function versionsIn(header: string | undefined): Versions {
  if (header === undefined || header === '*') return undefined
  const tags = header.length > headerLengthMax ? [] : tagsIn(header)
  if (tags.length === 0) throw ValidationError([malformed])
  return tags.filter(({ isWeak, tag }) => !isWeak && tagOfVersion.test(tag)).map(({ tag }) => Number(tag))
}

/** Returns the tags of a list; none if it is malformed. */
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

/** Throws NotSupported if a precondition is sent for a record without a version: it would have no effect. */
export function refuseIfMatch(header: string | undefined): void {
  if (versionsIn(header) === undefined) return
  throw NotSupported([
    {
      field: 'If-Match',
      code: 'not_supported',
      detail: {
        en: 'is not supported here: this has no version. Leave it out.',
        ru: 'здесь не действует: у этого нет версии. Уберите заголовок.',
      },
    },
  ])
}

/** Returns the versions that a request accepts, from `If-Match` and the member `version`; if both are given, their intersection. */
export function acceptedVersions(ifMatch: Versions, version: number | null | undefined): Versions {
  if (!version) return ifMatch
  return ifMatch && !ifMatch.includes(version) ? [] : [version]
}

/** The same for an operation that needs one of the two. Throws ValidationError if the request has neither. */
export function versionsRead(ifMatch: Versions, version: number | null | undefined): readonly number[] {
  const versions = acceptedVersions(ifMatch, version)
  if (versions) return versions
  throw ValidationError([
    bodyError('version', 'required', {
      en: 'must be the version of the record that was read; the header If-Match can name it.',
      ru: 'должно быть прочитанной версией записи; её может назвать заголовок If-Match.',
    }),
  ])
}
