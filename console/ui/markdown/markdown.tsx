import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { escapeHidden, UserText } from '../user-text.tsx'
import type { HeadingLevel } from './content.tsx'

type MarkdownProps = {
  readonly text: string
  readonly oneLine?: boolean
  /** One below the heading above the text. */
  readonly headingLevel?: HeadingLevel
}

/** What Markdown needs at least: without one of these signs, the text is shown at once and the parser is not loaded. */
const markup = /[*_`~#>|[\\]|:\/\/|&#?\w+;|www\.|@|^\s*(?:[-+]|\d+[.)])\s/im

const PlainContent = ({
  text,
}: {
  readonly text: string
  readonly oneLine: boolean
  readonly headingLevel: HeadingLevel
}) => <>{text}</>

/** If the parser cannot be loaded, the text stays readable without formatting. */
const MarkdownContent = lazy(() =>
  import('./content.tsx').then(
    ({ MarkdownContent }) => ({ default: MarkdownContent }),
    () => ({ default: PlainContent }),
  ),
)

/**
 * User-written text with Markdown: emphasis, lists, headings, quotes, tables, code and links. HTML and images are not rendered; control
 * characters are made visible. `oneLine` reads inline formatting alone.
 */
export function Markdown({ text, oneLine = false, headingLevel = 3 }: MarkdownProps) {
  if (!markup.test(text)) return <UserText text={text} oneLine={oneLine} />
  return (
    <Suspense fallback={<UserText text={text} oneLine={oneLine} />}>
      <Box component={oneLine ? 'span' : 'div'} className={oneLine ? 'one-line' : 'markdown'} dir="auto">
        <MarkdownContent
          text={escapeHidden(text.replaceAll('\r\n', '\n'))}
          oneLine={oneLine}
          headingLevel={headingLevel}
        />
      </Box>
    </Suspense>
  )
}
