import { Badge } from '@mantine/core'

/** The meaning of a status: pending, in progress, success, failure, or over. */
export type Tone = 'waiting' | 'active' | 'good' | 'bad' | 'over'
const colors: Record<Tone, string> = { waiting: 'yellow', active: 'ink', good: 'teal', bad: 'red', over: 'gray' }

/** A status; its text carries the whole meaning, the color is an aid. */
export function Status({ label, tone }: { readonly label: string; readonly tone: Tone }) {
  return (
    <Badge variant="light" color={colors[tone]} radius="sm" tt="none" className={`status ${tone}`}>
      {label}
    </Badge>
  )
}
