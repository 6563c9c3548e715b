import { Badge } from '@mantine/core'

/** How a status is meant: what waits, what is under way, what went well, what did not, what is over. */
export type Tone = 'waiting' | 'active' | 'good' | 'bad' | 'over'
const colors: Record<Tone, string> = { waiting: 'yellow', active: 'ink', good: 'teal', bad: 'red', over: 'gray' }

/** A status, in words that say all of it: the color only helps. */
export function Status({ label, tone }: { readonly label: string; readonly tone: Tone }) {
  return (
    <Badge variant="light" color={colors[tone]} radius="sm" tt="none" className={`status ${tone}`}>
      {label}
    </Badge>
  )
}
