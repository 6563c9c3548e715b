import { type Setting, setting } from './setting.ts'
import { anything } from './setting-forms.ts'
import { storageLocationOf } from './storage-place.ts'

const place = [
  'disk, or a bucket such as s3://bucket/prefix?endpoint=https://store.example.com&region=eu-1',
  storageLocationOf,
] as const
const credential = anything('printable characters without spaces', /^[\x21-\x7e]{1,256}$/)

/** Where uploaded files are kept: docs/operate/files.md. */
export const fileLocations: readonly Setting[] = [
  setting(
    ['STORAGE_URL', 'storageUrl'],
    place,
    'Where uploaded files are kept: below DATA_DIR, or in an object store that speaks S3, for this installation alone.',
    { default: 'disk' },
  ),
  setting(
    ['STORAGE_ALSO_URL', 'storageAlsoUrl'],
    place,
    'A second place where files are looked for, while they are moved; written like STORAGE_URL. Unset: there is none.',
  ),
  setting(
    ['STORAGE_KEY_ID', 'storageKeyId'],
    credential,
    'The access key of the object store. Unset: that of the environment or of the machine, as the tools of S3 find it.',
    { secret: true },
  ),
  setting(['STORAGE_SECRET_KEY', 'storageSecretKey'], credential, 'The secret that belongs to STORAGE_KEY_ID.', {
    secret: true,
  }),
]
