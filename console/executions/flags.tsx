import { msg } from '@lingui/core/macro'
import { Badge, Group, Tooltip } from '@mantine/core'
import { Flag } from '../ui/icons.tsx'
import { useWords, type Words } from '../ui/words.ts'

/** Short labels of a report's flags. */
export const flagWords: Words = {
  DuplicateProof: msg`Proof used before`,
  TooFast: msg`Very fast`,
  DuplicateCode: msg`Code used before`,
  CodeGuessing: msg`Several wrong codes`,
  OperatorReview: msg`Rejection pending with an operator`,
}

/** The flags explained in a sentence. */
const flagMeanings: Words = {
  DuplicateProof: msg`The same file or a similar image was used in other work before.`,
  TooFast: msg`Much faster than such work usually takes.`,
  DuplicateCode: msg`Earlier work on this offer used the same completion code.`,
  CodeGuessing: msg`Three wrong codes or withdrawals on this offer. Rules no longer accept this executor's work on it.`,
  OperatorReview: msg`Your recent rejection rate is unusually high, so an operator will check this rejection first.`,
}

/** The flags, each with an explanation as a tooltip. */
export function Flags({ of }: { readonly of: readonly string[] }) {
  const word = useWords(flagWords)
  const meaning = useWords(flagMeanings)
  if (of.length === 0) return null
  return (
    <Group gap={6}>
      {of.map((flag) => (
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
            leftSection={<Flag />}
            aria-description={meaning(flag)}
          >
            {word(flag)}
          </Badge>
        </Tooltip>
      ))}
    </Group>
  )
}
