import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type Head = {
  readonly title: string
  /** A sentence under the title: what this page is for, or what its record is. */
  readonly about?: ReactNode
  /** What can be done here as a whole, at the right of the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A page: its title, also in the browser's tab, what can be done here, and its parts below each other. */
export function Page({ title, about, actions, children }: Head) {
  useEffect(() => {
    document.title = `${title} · Task Marketplace`
  }, [title])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw={720}>
          <Title order={1} className="one-line">
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

type Section = {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page, with a title of its own. */
export function Part({ title, about, actions, children }: Section) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <Title order={2}>{title}</Title>
        {actions}
      </Group>
      {about && <Text c="dimmed">{about}</Text>}
      {children}
    </Stack>
  )
}
