import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { type ItemResult, lost } from './item-slots.ts'

type AnswerProgressProps = { readonly item: ItemResult; readonly overlap: number }

/** How far the answers of an item are. */
export function AnswerProgress({ item: { answers, skipReasons }, overlap }: AnswerProgressProps) {
  const given = answers.filter(({ skipped }) => skipped === undefined)
  const accepted = given.filter(({ status }) => status === 'Accepted').length
  const rejected = given.filter(({ status }) => lost.includes(status)).length
  const open = given.length - accepted - rejected
  const skipped = answers.length - given.length + skipReasons.length
  return (
    <>
      <Text size="sm">
        <Trans>
          {accepted} of {overlap} accepted
        </Trans>
      </Text>
      <Text size="xs" c="dimmed">
        {open > 0 && (
          <span className="one-line">
            <Plural value={open} one="# to review" other="# to review" />{' '}
          </span>
        )}
        {rejected > 0 && <Plural value={rejected} one="# rejected" other="# rejected" />}{' '}
        {skipped > 0 && <Plural value={skipped} one="# skipped" other="# skipped" />}
      </Text>
    </>
  )
}
