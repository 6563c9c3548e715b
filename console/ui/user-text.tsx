import { Trans } from '@lingui/react/macro'
import { Text, type TextProps } from '@mantine/core'
import { Fragment } from 'react'

type UserTextProps = TextProps & { readonly text: string | null | undefined; readonly oneLine?: boolean }

/** User-written text, rendered as plain text with its own direction; control characters are made visible. */
export function UserText({ text, oneLine, ...rest }: UserTextProps) {
  return (
    <Text {...rest} component={oneLine ? 'span' : 'div'} className={oneLine ? 'one-line' : 'user-text'} dir="auto">
      {escapeHidden(text ?? '')}
    </Text>
  )
}

/**
 * Control characters, such as those that change the text direction, and characters without a shape could disguise text. They are shown as
 * codes, except what emoji and scripts need: joiners, variation selectors, soft hyphens, and the tags of a flag.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\u00ad|\u200c|\u200d|\p{Variation_Selector})(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)\p{Default_Ignorable_Code_Point}/gu
export const escapeHidden = (text: string): string =>
  text.replace(hidden, (character) => `⟨${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`)

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A text of somebody else inside plain text, such as the title of the tab: what follows keeps its direction. */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** Longer parts of an address may break anywhere, so that a column does not grow with them. */
const partLengthMax = 24

/** An e-mail address, which breaks only before its @. */
export function EmailAddress({ email }: { readonly email: string }) {
  const parts = email.split(/(?=@)/)
  const isShort = parts.every(({ length }) => length <= partLengthMax)
  return (
    <span style={isShort ? { overflowWrap: 'normal' } : {}}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

type ExecutorNameProps = { readonly id: string; readonly nickname: string | null }

/** An executor as advertisers know them: by nickname, or by the beginning of the id. The tooltip has the whole id. */
export const ExecutorName = ({ id, nickname }: ExecutorNameProps) => {
  const shortId = id.slice(3, 9)
  return <bdi title={id}>{nickname ? escapeHidden(nickname) : <Trans>Executor {shortId}</Trans>}</bdi>
}

/** An advertiser as executors know them: by the beginning of the alias. The tooltip has the whole alias. */
export const AdvertiserName = ({ alias, isNew }: { readonly alias: string; readonly isNew?: boolean }) => {
  const shortId = alias.slice(4, 10)
  return (
    <bdi title={alias}>{isNew ? <Trans>New advertiser {shortId}</Trans> : <Trans>Advertiser {shortId}</Trans>}</bdi>
  )
}
