import { msg } from '@lingui/core/macro'
import { Badge, Group, Tooltip } from '@mantine/core'
import { FlagIcon } from '../ui/icons.tsx'
import { type Labels, useLabels } from '../ui/labels.ts'

/** Short labels of a report's flags. */
export const flagLabels: Labels = {
  DuplicateProof: msg`Proof used before`,
  TooFast: msg`Very fast`,
  DuplicateCode: msg`Code used before`,
  CodeGuessing: msg`Several wrong codes`,
  OperatorReview: msg`Rejection pending with an operator`,
}

/** The flags explained in a sentence. */
const flagMeanings: Labels = {
  DuplicateProof: msg`The same file or a similar image was used in another submission before.`,
  TooFast: msg`Much faster than usual for this work.`,
  DuplicateCode: msg`An earlier submission for this task used the same completion code.`,
  CodeGuessing: msg`Three wrong codes or withdrawals on this task. Submissions for it by this executor are no longer auto-accepted.`,
  OperatorReview: msg`Your recent rejection rate is unusually high, so an operator will check this rejection first.`,
}

/** The flags, each with an explanation as a tooltip. */
export function Flags({ flags }: { readonly flags: readonly string[] }) {
  const label = useLabels(flagLabels)
  const meaning = useLabels(flagMeanings)
  if (flags.length === 0) return null
  return (
    <Group gap={6}>
      {flags.map((flag) => (
        <Tooltip
          key={flag}
          label={meaning(flag)}
          multiline
          maw={280}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Badge
            variant="light"
            color="orange"
            radius="sm"
            tt="none"
            className="status"
            leftSection={<FlagIcon />}
            aria-description={meaning(flag)}
          >
            {label(flag)}
          </Badge>
        </Tooltip>
      ))}
    </Group>
  )
}
