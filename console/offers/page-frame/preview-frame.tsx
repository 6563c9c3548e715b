import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import type { Values } from '../../ui/schema/schema.ts'
import type { FrameRequest } from './frame-messages.ts'
import { TaskFrame } from './task-frame.tsx'

/** A page with the values of an item. The html is shown by the document at the address. */
export type ShownPage = { readonly url: string | null; readonly html: string | null; readonly data: Values }
/** What a page answered; `form`: the fields of a form, as it encodes them. */
export type GivenAnswer = { readonly value?: Values; readonly skipped?: string; readonly form?: string }

type PreviewFrameProps = {
  readonly shown: ShownPage
  readonly kind: string
  readonly opensIn: string | undefined
  /** Nothing can be submitted. What this throws, the page learns. */
  readonly onAnswer?: (given: GivenAnswer) => unknown
}

/** A page as executors would see it: in the same sandbox on the second origin, or in a tab. */
export function PreviewFrame({ shown: { url, html, data }, kind, opensIn, onAnswer }: PreviewFrameProps) {
  const { t } = useLingui()
  const answer = ({ task, value, skipped, form }: FrameRequest): unknown => {
    if (task === 'preview') return { html }
    if (task === 'item') return { itemId: 0, data, draft: null, isPreview: true }
    if (task === 'answer') return onAnswer?.({ value: value ?? {} })
    if (task === 'skip') return onAnswer?.({ skipped: skipped ?? '' })
    return task === 'form' && form !== undefined ? onAnswer?.({ form }) : undefined
  }
  if (url === null || (kind === 'html' && html === null))
    return (
      <Alert color="yellow">
        {kind === 'html' ? (
          <Trans>With this item, the page is too large.</Trans>
        ) : (
          <Trans>This item has no address that can be shown.</Trans>
        )}
      </Alert>
    )
  if (opensIn === 'tab')
    return (
      <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="light">
        <Trans>Open the page in a new tab</Trans>
      </Button>
    )
  return <TaskFrame src={url} title={t`Preview of the page`} answer={answer} isPreview />
}
