import { bodyError, ValidationError } from './problem.ts'

/**
 * The versions that `If-Match: "4", "5"` names (RFC 9110, 13.1.1). Undefined: any version will do, because there is no
 * header or it is `*`. A tag that is no version matches none.
 */
export const versionsOf = (header: string | undefined): number[] | undefined =>
  header === undefined || header.trim() === '*'
    ? undefined
    : header.split(',').map((tag) => Number(/^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(tag)?.[1] ?? 0))

/** The version that was read, from the body or else from `If-Match`. Throws a validation error if neither names one. */
export function versionsRead(version: number | null | undefined, header: string | undefined): readonly number[] {
  const versions = version ? [version] : versionsOf(header)
  if (versions) return versions
  throw ValidationError([
    bodyError(
      'version',
      'required',
      'must be the version of the record that was read; the header If-Match can name it.',
    ),
  ])
}
