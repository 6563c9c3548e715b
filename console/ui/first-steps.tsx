import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ArrowRightIcon, CheckIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A checklist for people who have just begun. */
export const FirstSteps = ({ children }: { readonly children: ReactNode }) => (
  <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
    <Stack gap="md">
      <Title order={2} size="h4" id="first-steps">
        <Trans>First steps</Trans>
      </Title>
      <Stack component="ol" gap="md" m={0} p={0}>
        {children}
      </Stack>
    </Stack>
  </Paper>
)

type StepProps = {
  readonly isDone: boolean
  readonly details: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A step with its benefit; one that is done has neither details nor action. */
export function Step({ isDone, details, action, children }: StepProps) {
  const { t } = useLingui()
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Box c={isDone ? 'teal' : 'dimmed'} lh={0} pt={2}>
        {isDone ? <CheckIcon /> : <ArrowRightIcon />}
      </Box>
      <Group justify="space-between" gap="xs" flex={1}>
        <div>
          <Text component="div" fw={600} {...(isDone ? { td: 'line-through', c: 'dimmed' } : {})}>
            {children} {isDone && <VisuallyHidden>{t`Done`}</VisuallyHidden>}
          </Text>
          {!isDone && (
            <Text size="sm" c="dimmed">
              {details}
            </Text>
          )}
        </div>
        {!isDone && action}
      </Group>
    </Group>
  )
}
