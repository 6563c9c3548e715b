import { Trans } from '@lingui/react/macro'
import { Alert, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type OutcomeProps = {
  readonly color: 'teal' | 'yellow' | 'red'
  readonly title: ReactNode
  readonly children: ReactNode
  /** Where to go from here. */
  readonly links?: ReactNode
}

/** What a return link did, and what to do next. */
export const Outcome = ({ color, title, children, links }: OutcomeProps) => (
  <Stack gap="md">
    <Alert role={color === 'red' ? 'alert' : 'status'} color={color} variant="light" title={title}>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
    {links && <Group gap="xs">{links}</Group>}
  </Stack>
)

export const WrongLink = () => (
  <Outcome color="red" title={<Trans>This link is not valid</Trans>}>
    <Trans>
      Nothing was reported or changed. Copy the whole address from the site of the study, or write to the advertiser.
    </Trans>
  </Outcome>
)
