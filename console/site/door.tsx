import { Paper, Text, Title } from '@mantine/core'
import { CheckIcon } from 'lucide-react'
import { LinkButton } from '../ui/links.tsx'

type DoorProps = {
  readonly title: string
  /** What this side pays, and what protects it: a sentence each. */
  readonly promises: readonly string[]
  /** The role that the sign-up page starts with. */
  readonly side: 'Executor' | 'Advertiser'
  readonly action: string
}

/** One side of the marketplace: what it promises, and the way in. */
export const Door = ({ title, promises, side, action }: DoorProps) => (
  <Paper withBorder p="xl" component="section" aria-label={title} className="door">
    <Title order={2}>{title}</Title>
    <ul className="promises">
      {promises.map((promise) => (
        <li key={promise}>
          <CheckIcon />
          <Text component="span">{promise}</Text>
        </li>
      ))}
    </ul>
    <LinkButton to="/sign-up" search={{ role: side }} {...(side === 'Executor' ? {} : { variant: 'default' })}>
      {action}
    </LinkButton>
  </Paper>
)
