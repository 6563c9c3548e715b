import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'

/** Returns the networks that were entered, separated by line breaks or commas. */
export const parseNetworks = (text: string): string[] => text.split(/[\s,;]+/).filter((network) => network !== '')

/** Field for the allowed networks of a key. */
export function NetworksField(input: Record<string, unknown>) {
  const { t } = useLingui()
  return (
    <Textarea
      label={t`Allowed networks`}
      description={t`One address or network per line, such as 203.0.113.0/24 or 2001:db8::/32. Leave empty to allow any address.`}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      {...input}
    />
  )
}
