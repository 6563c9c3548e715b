import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

/** The number of a record, such as #25. */
export const RecordNumber = ({ id }: { readonly id: number }) => (
  <span className="numeric">
    <Trans>#{id}</Trans>
  </span>
)

/** The number of a record as text, such as #25. */
export const recordNumber = (id: number): string => i18n._(msg`#${id}`)
