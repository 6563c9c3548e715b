import { Trans } from '@lingui/react/macro'
import { Text, VisuallyHidden } from '@mantine/core'
import { escapeHidden } from '../ui/user-text.tsx'
import { wordDiff } from './word-diff.ts'

/** A changed text: removed words are struck through, added words are marked. */
export const ChangedText = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <Text size="sm" component="div" className="user-text changed-text" dir="auto">
    {wordDiff(before, after).map(({ kind, text }, index) => {
      const shown = escapeHidden(text)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and no state.
      if (kind === 'same') return <span key={index}>{shown}</span>
      return kind === 'added' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <ins key={index}>
          <VisuallyHidden>
            <Trans>added:</Trans>{' '}
          </VisuallyHidden>
          {shown}
        </ins>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <del key={index}>
          <VisuallyHidden>
            <Trans>removed:</Trans>{' '}
          </VisuallyHidden>
          {shown}
        </del>
      )
    })}
  </Text>
)
