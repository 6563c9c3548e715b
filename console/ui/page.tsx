import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useBrandName } from './brand.ts'
import { escapeHidden, isolated } from './user-text.tsx'

type PageProps = {
  readonly title: string
  /** Shown instead of the title, which names the browser tab. */
  readonly heading?: ReactNode
  /** A sentence under the title: the purpose of the page, or a summary of its record. */
  readonly description?: ReactNode
  /** Actions on the page's record, next to the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A page with its title (also the document title), actions and sections. */
export function Page({ title, heading, description, actions, children }: PageProps) {
  const brand = useBrandName()
  useEffect(() => {
    document.title = `${isolated(escapeHidden(title))} · ${isolated(escapeHidden(brand))}`
  }, [title, brand])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw={720}>
          <Title order={1} className="one-line" dir="auto">
            {heading ?? escapeHidden(title)}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

type SectionProps = {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section with its own title. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <Title order={2}>{title}</Title>
        {actions}
      </Group>
      {description && <Text c="dimmed">{description}</Text>}
      {children}
    </Stack>
  )
}
