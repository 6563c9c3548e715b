import { Textarea, type TextareaProps } from '@mantine/core'

/** A text area for code, which browsers neither correct nor turn around. */
export const CodeField = (props: TextareaProps) => (
  <Textarea className="page-code" dir="ltr" resize="vertical" spellCheck={false} autoCapitalize="off" {...props} />
)
