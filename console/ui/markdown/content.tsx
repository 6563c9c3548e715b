import { Anchor, Code, Divider, Text } from '@mantine/core'
import type { MarkedToken, Token, Tokens } from 'marked'
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react'
import { ScrollTable } from '../scroll-table.tsx'
import { decodeEntities } from './entities.ts'
import { hiddenTarget, plainText, readBlocks, readInline, safeHref } from './reader.ts'
import './markdown.css'

export type HeadingLevel = 2 | 3
type ContentProps = { readonly text: string; readonly oneLine: boolean; readonly headingLevel: HeadingLevel }

const HeadingContext = createContext<HeadingLevel>(3)

/** Markdown as React elements. Only the elements below can result; everything else is shown as it was written. */
export const MarkdownContent = ({ text, oneLine, headingLevel }: ContentProps) => (
  <HeadingContext value={headingLevel}>
    <Elements of={oneLine ? readInline(text) : readBlocks(text)} />
  </HeadingContext>
)

/** Children that are passed as arguments need no keys: the text never changes in part. */
const Elements = ({ of }: { readonly of: readonly Token[] | undefined }) =>
  createElement(Fragment, null, ...(of ?? []).map((token) => elementOf(token as MarkedToken)))

function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Elements of={token.tokens} />
        </p>
      )
    case 'heading':
      return <Heading token={token} />
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <Elements of={token.tokens} />
        </blockquote>
      )
    case 'list':
      return <MarkdownList token={token} />
    case 'table':
      return <MarkdownTable token={token} />
    case 'code':
      return <Code block>{token.text}</Code>
    case 'hr':
      return <Divider my="sm" />
    default:
      return inlineElementOf(token)
  }
}

function inlineElementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return createElement(token.type, null, <Elements of={token.tokens} />)
    case 'codespan':
      return <Code>{token.text}</Code>
    case 'br':
      return <br />
    case 'space':
      return null
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'link':
      return <Link href={decodeEntities(token.href)} text={decodeEntities(plainText(token.tokens))} />
    case 'image':
      return <Link href={decodeEntities(token.href)} text={decodeEntities(token.text)} />
    case 'text':
      return 'tokens' in token ? <Elements of={token.tokens} /> : decodeEntities(token.text)
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

/** A heading below the section that the page gives to the text; levels of users would break the page's outline. */
const Heading = ({ token }: { readonly token: Tokens.Heading }) => (
  <Text component={`h${useContext(HeadingContext)}`} dir="auto" fw={700} size={token.depth <= 2 ? 'lg' : 'md'}>
    <Elements of={token.tokens} />
  </Text>
)

const MarkdownList = ({ token: { ordered, start, items } }: { readonly token: Tokens.List }) =>
  createElement(
    ordered ? 'ol' : 'ul',
    ordered && start !== '' ? { start } : null,
    ...items.map(({ tokens, task }) =>
      createElement('li', { dir: 'auto', className: task ? 'task' : undefined }, <Elements of={tokens} />),
    ),
  )

const MarkdownTable = ({ token: { header, rows } }: { readonly token: Tokens.Table }) => (
  <ScrollTable>
    <table>
      <thead>
        <Row cells={header} />
      </thead>
      {createElement('tbody', null, ...rows.map((cells) => createElement(Row, { cells })))}
    </table>
  </ScrollTable>
)

const Row = ({ cells }: { readonly cells: readonly Tokens.TableCell[] }) =>
  createElement(
    'tr',
    null,
    ...cells.map(({ header, tokens, align }) =>
      createElement(
        header ? 'th' : 'td',
        { dir: 'auto', style: align ? { textAlign: align } : undefined },
        <Elements of={tokens} />,
      ),
    ),
  )

/** A link in a new tab, with its host unless the text is its address. Images are links too, so that they cannot report who reads them. */
function Link({ href, text }: { readonly href: string; readonly text: string }) {
  const url = safeHref(href)
  if (!url) return text || href
  const target = hiddenTarget(text, url)
  return (
    <>
      <Anchor href={url.href} target="_blank" rel="noopener noreferrer nofollow ugc" inherit inline={false}>
        {text || url.href}
      </Anchor>
      {text && target && ` (${target})`}
    </>
  )
}
