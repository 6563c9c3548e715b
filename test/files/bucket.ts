import type { Config } from '../../server/platform/config/config.ts'
import type { StorageLocation } from '../../server/platform/config/storage-location.ts'
import type { Swift } from '../support/scenarios/openstack-swift.ts'

type Bucket = Extract<StorageLocation, { kind: 'S3' }>
export type InStore = Pick<Config, 'storageUrl' | 'storageAlsoUrl' | 'storageKeyId' | 'storageSecretKey'> & {
  readonly storageUrl: Bucket
}

let made = 0

/** Creates a bucket, and the settings of an installation with its files in it; `port`: of a proxy. */
export async function newBucket(swift: Swift, port = swift.port): Promise<InStore> {
  const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3')
  const bucket = `files-${++made}`
  const credentials = { accessKeyId: swift.keyId, secretAccessKey: swift.secretKey }
  const client = new S3Client({ endpoint: swift.endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    storageUrl: { kind: 'S3', bucket, prefix: 'market/', endpoint, region: 'us-east-1' },
    storageAlsoUrl: undefined,
    storageKeyId: swift.keyId,
    storageSecretKey: swift.secretKey,
  }
}

/** The same as environment variables. */
export const environmentOf = ({ storageUrl: { bucket, endpoint }, storageKeyId, storageSecretKey }: InStore) => ({
  STORAGE_URL: `s3://${bucket}/market?endpoint=${endpoint}`,
  STORAGE_KEY_ID: storageKeyId ?? '',
  STORAGE_SECRET_KEY: storageSecretKey ?? '',
})
