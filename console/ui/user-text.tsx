import { Text, type TextProps } from '@mantine/core'

type UserText = TextProps & { readonly text: string | null | undefined; readonly oneLine?: boolean }

/** User-written text, rendered as plain text with its own direction; control characters are made visible. */
export function UserText({ text, oneLine, ...rest }: UserText) {
  return (
    <Text {...rest} component={oneLine ? 'span' : 'div'} className={oneLine ? 'one-line' : 'written'} dir="auto">
      {visible(text ?? '')}
    </Text>
  )
}

/** Characters that turn the direction of text around would make it look like another one: shown as what they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const visible = (text: string): string =>
  text.replace(hidden, (sign) => `⟨${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`)
