import { msg } from '@lingui/core/macro'
import { Badge, Group, Tooltip } from '@mantine/core'
import { Flag } from '../ui/icons.tsx'
import { useWords, type Words } from '../ui/words.ts'

/** What stood out on submitted work, in short. */
export const flagWords: Words = {
  DuplicateProof: msg`Proof used before`,
  TooFast: msg`Very fast`,
  DuplicateCode: msg`Code used before`,
  CodeGuessing: msg`Several wrong codes`,
  OperatorReview: msg`Rejection waits for an operator`,
}

/** The same in a sentence. */
const flagMeanings: Words = {
  DuplicateProof: msg`The same file, or a picture that looks like it, was in other work before.`,
  TooFast: msg`It took much less time than such work takes.`,
  DuplicateCode: msg`Other work on this offer was submitted with the same completion code first.`,
  CodeGuessing: msg`This executor submitted wrong codes or withdrew work three times on this offer. Rules do not accept their work on it.`,
  OperatorReview: msg`More was rejected lately than is usual: an operator looks at this rejection first.`,
}

/** What stood out, each with what it means where somebody points at it. */
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
