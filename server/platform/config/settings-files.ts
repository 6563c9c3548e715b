import { setting } from './setting.ts'
import { anything } from './setting-forms.ts'
import { storageLocationOf } from './storage-location.ts'

const place = [
  'disk, or a bucket such as s3://bucket/prefix?endpoint=https://store.example.com&region=eu-1',
  storageLocationOf,
] as const
const credential = anything('printable characters without spaces', /^[\x21-\x7e]{1,256}$/)

/** Settings for uploaded files: docs/operate/files.md. */
export const fileLocations = {
  storageUrl: setting(
    'STORAGE_URL',
    place,
    'Where uploaded files are stored: in DATA_DIR, or in an S3 bucket that no other installation uses.',
    { default: 'disk' },
  ),
  storageAlsoUrl: setting(
    'STORAGE_ALSO_URL',
    place,
    'A second location to read files from during a move; written like STORAGE_URL. Unset: none.',
  ),
  storageKeyId: setting(
    'STORAGE_KEY_ID',
    credential,
    'The access key of the object store. Unset: the key of the environment or the machine, as S3 tools find it.',
    { secret: true },
  ),
  storageSecretKey: setting('STORAGE_SECRET_KEY', credential, 'The secret for STORAGE_KEY_ID.', { secret: true }),
}
