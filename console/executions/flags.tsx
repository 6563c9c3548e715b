import { msg } from '@lingui/core/macro'
import { Badge, Group, Tooltip } from '@mantine/core'
import { FlagIcon } from 'lucide-react'
import { type Labels, useLabels } from '../ui/labels.ts'

const ruleFlagLabels: Labels = {
  LowAccuracy: msg`Low accuracy`,
  LowAgreement: msg`Differs from the results`,
  QuickWork: msg`Quicker than the task expects`,
  ManySkipped: msg`Many items skipped`,
  SameAnswers: msg`Same answers`,
}
const ruleFlagMeanings: Labels = {
  LowAccuracy: msg`Too few of the checked answers of this person to the task were right.`,
  LowAgreement: msg`Too few answers of this person to the task agree with its results.`,
  QuickWork: msg`Done in less time than the task expects.`,
  ManySkipped: msg`This person skipped many items of the task.`,
  SameAnswers: msg`Many of the last answers of this person to the task are the same.`,
}

/** Short labels of a report's flags. */
export const flagLabels: Labels = {
  DuplicateProof: msg`Proof used before`,
  TooFast: msg`Very fast`,
  DuplicateCode: msg`Code used before`,
  CodeGuessing: msg`Several wrong codes`,
  OperatorReview: msg`Rejection pending with an operator`,
  RequirementsNotMet: msg`Requirements no longer met`,
  FailedCheck: msg`Failed a check of the study`,
  ...ruleFlagLabels,
}

/** The flags explained in a sentence. */
const flagMeanings: Labels = {
  DuplicateProof: msg`The same file or a similar image was used in another submission before.`,
  TooFast: msg`Much faster than usual for this work.`,
  DuplicateCode: msg`An earlier submission for this task used the same completion code.`,
  CodeGuessing: msg`Three wrong codes or withdrawals on this task. Submissions for it by this executor are no longer auto-accepted.`,
  OperatorReview: msg`Your recent rejection rate is unusually high, so an operator will check this rejection first.`,
  ...ruleFlagMeanings,
  RequirementsNotMet: msg`A qualification or language that the task requires had expired or was taken before this was submitted.`,
  FailedCheck: msg`The site of your study reported that this person failed a check. No rule accepts this work.`,
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
