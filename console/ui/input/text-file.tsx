import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { type Decoded, decodeText, type OtherEncoding } from '../../../cli/src/input/encoding.ts'

/** Reads a file that must be UTF-8. */
export const readTextFile = async (file: File): Promise<Decoded> => decodeText(new Uint8Array(await file.arrayBuffer()))

/** Says in which encoding a file probably is, and what to do. */
export function WrongEncoding({ encoding }: { readonly encoding: OtherEncoding | undefined }) {
  if (!encoding) return null
  return (
    <Alert role="alert" color="red" variant="light">
      <Trans>The file is not in UTF-8, but probably in {encoding}. Save it as CSV UTF-8, then choose it again.</Trans>
    </Alert>
  )
}
