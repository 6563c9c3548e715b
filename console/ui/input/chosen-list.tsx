import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Input, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props<Item> = {
  readonly label: string
  readonly description: string
  readonly error: string | undefined
  readonly value: readonly Item[]
  /** Undefined: they stay as they are. */
  readonly onChange: ((items: readonly Item[]) => void) | undefined
  readonly wordsOf: (item: Item) => string
  /** Adds an item. */
  readonly children: ReactNode
}

/** A field for a list: what was chosen, in words, each with a button that removes it. */
export function ChosenList<Item>({ value, onChange, wordsOf, children, ...props }: Props<Item>) {
  const { t } = useLingui()
  return (
    <Input.Wrapper {...props} labelElement="div">
      <Stack gap="xs" mt="xs">
        {value.map((each, index) => (
          <Group key={JSON.stringify(each)} justify="space-between" gap="xs">
            <Text size="sm">
              <bdi>{wordsOf(each)}</bdi>
            </Text>
            {onChange && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => onChange(value.filter((_, place) => place !== index))}
                aria-label={t`Remove: ${wordsOf(each)}`}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </Group>
        ))}
        {children}
      </Stack>
    </Input.Wrapper>
  )
}
