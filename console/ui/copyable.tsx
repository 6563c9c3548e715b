import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'

/** Copies text to the clipboard. Returns whether the browser allowed it. */
async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByEvent(text)
  }
}

/** Pages opened over plain HTTP have no `navigator.clipboard`; every browser still supports this older way. */
function copyByEvent(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  // Capturing, so that dialogs cannot stop the event.
  document.addEventListener('copy', write, { capture: true, once: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
  return isCopied
}

type CopyButtonProps = { readonly text: string; readonly onError?: () => void }

/** A button that copies a text and confirms it. */
export function CopyButton({ text, onError }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const isSuccess = await copyToClipboard(text)
    setCopied(isSuccess)
    if (!isSuccess) onError?.()
  }
  return (
    <Button variant="default" size="xs" flex="none" onClick={() => void copy()}>
      {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      <VisuallyHidden role="status">{isCopied && <Trans>Copied.</Trans>}</VisuallyHidden>
    </Button>
  )
}

type CopyableProps = { readonly label: string; readonly text: string }

/** A text with a copy button. If the browser refuses, the text is selected for copying by hand. */
export function Copyable({ label, text }: CopyableProps) {
  const { t } = useLingui()
  const codeRef = useRef<HTMLElement>(null)
  const selectText = () => {
    if (codeRef.current) getSelection()?.selectAllChildren(codeRef.current)
  }
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code
          ref={codeRef}
          block
          flex={1}
          tabIndex={0}
          aria-label={label}
          title={t`Click to select all`}
          onClick={selectText}
          className="copyable"
        >
          {text}
        </Code>
        <CopyButton text={text} onError={selectText} />
      </Group>
    </Stack>
  )
}
