/** The location of files: below DATA_DIR, or an S3 bucket with an optional key prefix. */
export type StorageLocation =
  | { readonly kind: 'Disk' }
  | {
      readonly kind: 'S3'
      readonly bucket: string
      /** Ends with a slash unless it is empty. */
      readonly prefix: string
      /** Undefined: Amazon's endpoint of the region. */
      readonly endpoint: string | undefined
      readonly region: string
    }

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+){0,8}$/
const regionForm = /^[a-z0-9-]{1,64}$/
const regionByDefault = 'us-east-1'

/** Parses the text of a setting. Returns undefined if it is no valid location. */
export function storageLocationOf(text: string): StorageLocation | undefined {
  if (text === 'disk') return { kind: 'Disk' }
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined
  const { hostname: bucket, pathname, searchParams, username, password, port, hash } = new URL(text)
  if (username || password || port || hash || !bucketForm.test(bucket)) return undefined
  if ([...searchParams.keys()].sort().some((name, at, all) => !isKnown(name) || name === all[at - 1])) return undefined
  const path = pathname.replace(/\/$/, '')
  const region = searchParams.get('region') ?? regionByDefault
  const endpoint = searchParams.get('endpoint')?.replace(/\/$/, '')
  if (!prefixForm.test(path) || !regionForm.test(region) || (endpoint !== undefined && !isEndpoint(endpoint)))
    return undefined
  return { kind: 'S3', bucket, prefix: path === '' ? '' : `${path.slice(1)}/`, endpoint, region }
}

const isKnown = (name: string): boolean => name === 'endpoint' || name === 'region'

const isEndpoint = (text: string): boolean =>
  /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text) && new URL(text).pathname === '/'

/** Formats a location for logs and messages. */
export const locationText = (location: StorageLocation): string =>
  location.kind === 'Disk' ? 'disk' : `s3://${location.bucket}/${location.prefix}`

export const isSameLocation = (one: StorageLocation, other: StorageLocation): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
