import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { ChosenList } from '../../ui/input/chosen-list.tsx'
import { useSubmitGuard } from '../../ui/input/submit-guard.ts'
import { type TaskRule, useRuleWords } from './rule-words.ts'

type Props = {
  readonly value: readonly TaskRule[]
  readonly onChange: (rules: readonly TaskRule[]) => void
  readonly errors: readonly string[]
}

/** The rules of a task: what there is, and one more to add. */
export function RulesField({ value, onChange, errors }: Props) {
  const { t } = useLingui()
  const words = useRuleWords()
  const qualifications = useOwnQualifications()
  const nameOf = (id: number) => qualifications.find((one) => one.id === id)?.name ?? String(id)
  const wordsOf = (rule: TaskRule) => `${words.conditionOf(rule)} → ${words.actionOf(rule, nameOf)}`
  return (
    <ChosenList
      label={t`Rules`}
      description={t`What follows from the work of a person. Rules take no money, and people do not see them.`}
      error={errors[0]}
      value={value}
      onChange={onChange}
      wordsOf={wordsOf}
    >
      <NewRule qualifications={qualifications} add={(rule) => onChange([...value, rule])} />
    </ChosenList>
  )
}

const qualificationsMax = 100

/** The qualifications that rules can grant: those of the marketplace are granted by operators. */
export function useOwnQualifications() {
  const query = { pageSize: qualificationsMax }
  const list = useQuery(
    apiQuery(['qualifications', 'to grant'], (signal) => groupB.GET('/qualifications', { params: { query }, signal })),
  )
  return (list.data?.items ?? []).filter(({ isOfMarketplace }) => !isOfMarketplace)
}

type NumberInputValue = number | string
type Draft = {
  readonly when: string
  readonly first: NumberInputValue
  readonly second: NumberInputValue
  readonly then: string
  readonly qualification: string
  readonly score: NumberInputValue
}
const noDraft: Draft = { when: '', first: '', second: '', then: 'Stop', qualification: '', score: '' }

/** The members of a condition: percent become shares. */
const membersOf: Readonly<Record<string, (first: number, second: number) => Omit<TaskRule['when'], 'type'>>> = {
  AccuracyBelow: (first, second) => ({ below: first / 100, minAnswers: second }),
  AccuracyAtLeast: (first, second) => ({ atLeast: first / 100, minAnswers: second }),
  AgreementBelow: (first, second) => ({ below: first / 100, minAnswers: second }),
  AgreementAtLeast: (first, second) => ({ atLeast: first / 100, minAnswers: second }),
  QuizPassed: () => ({}),
  TooFast: (belowSeconds) => ({ belowSeconds }),
  Skipped: (items) => ({ items }),
  SameAnswers: (first, last) => ({ share: first / 100, last }),
}

const fieldsOf = (when: string): number =>
  when === '' || when === 'QuizPassed' ? 0 : when === 'TooFast' || when === 'Skipped' ? 1 : 2

const isOfGood = (when: string): boolean => when === 'QuizPassed' || when.endsWith('AtLeast')
const isOfQualification = (then: string): boolean => then === 'Grant' || then === 'Take'

/** Returns the rule that was entered; undefined while something is missing. */
function ruleOf({ when, first, second, then, qualification, score }: Draft): TaskRule | undefined {
  const members = membersOf[when]
  const isMissing = [first, second].slice(0, fieldsOf(when)).includes('')
  if (!members || isMissing || (isOfQualification(then) && qualification === '')) return undefined
  return {
    when: { type: when.replace(/Below$|AtLeast$/, ''), ...members(Number(first), Number(second)) },
    then: {
      type: then,
      ...(isOfQualification(then) ? { qualificationId: Number(qualification) } : {}),
      ...(then === 'Grant' && score !== '' ? { score: Number(score) } : {}),
    },
  }
}

type NewProps = {
  readonly qualifications: ReturnType<typeof useOwnQualifications>
  readonly add: (rule: TaskRule) => void
}

function NewRule({ qualifications, add }: NewProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(noDraft)
  const [isStopped, setStopped] = useState(false)
  const when = useRef<HTMLSelectElement>(null)
  useSubmitGuard(when, draft.when !== '', () => setStopped(true))
  const made = ruleOf(draft)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  return (
    <Card withBorder padding="sm">
      <Stack gap="sm">
        <NativeSelect
          ref={when}
          label={t`When`}
          error={isStopped && draft.when !== '' ? t`Add this rule, or choose none.` : undefined}
          data={[
            { value: '', label: t`Add a rule …` },
            { value: 'AccuracyBelow', label: t`Accuracy is too low` },
            { value: 'AccuracyAtLeast', label: t`Accuracy is high` },
            { value: 'AgreementBelow', label: t`Answers differ from the results` },
            { value: 'AgreementAtLeast', label: t`Answers agree with the results` },
            { value: 'QuizPassed', label: t`Quiz passed` },
            { value: 'TooFast', label: t`Work is too fast` },
            { value: 'Skipped', label: t`Many items are skipped` },
            { value: 'SameAnswers', label: t`Answers are the same` },
          ]}
          value={draft.when}
          onChange={({ currentTarget: { value: when } }) =>
            setDraft({ ...noDraft, when, then: isOfGood(when) ? 'Grant' : 'Stop' })
          }
        />
        <ConditionFields draft={draft} change={change} />
        {draft.when !== '' && <ActionFields draft={draft} change={change} qualifications={qualifications} />}
        {draft.when !== '' && (
          <Group>
            <Button
              variant="light"
              disabled={!made}
              onClick={() => {
                if (made) add(made)
                setDraft(noDraft)
              }}
            >
              <Trans>Add rule</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

type DraftProps = { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void }

function ConditionFields({ draft: { when, first, second }, change }: DraftProps) {
  const { t } = useLingui()
  const labels: Readonly<Record<string, readonly string[]>> = {
    TooFast: [t`Work shorter than, in seconds`],
    Skipped: [t`Skipped items, at least`],
    SameAnswers: [t`At least, in percent`, t`Of the last answers`],
  }
  const shares = when.endsWith('Below')
    ? [t`Below, in percent`, t`After answers`]
    : [t`At least, in percent`, t`After answers`]
  const names = (labels[when] ?? shares).slice(0, fieldsOf(when))
  return (
    <Group gap="sm" align="end">
      {names.map((label, index) => (
        <NumberInput
          key={label}
          label={label}
          min={1}
          allowDecimal={false}
          maw={220}
          value={index === 0 ? first : second}
          onChange={(value) => change(index === 0 ? { first: value } : { second: value })}
        />
      ))}
    </Group>
  )
}

function ActionFields({ draft, change, qualifications }: DraftProps & Pick<NewProps, 'qualifications'>) {
  const { t } = useLingui()
  const ofQualification = [
    { value: 'Grant', label: t`Grant a qualification` },
    { value: 'Take', label: t`Take a qualification away` },
  ]
  const others = [
    { value: 'Stop', label: t`No more slots of this task` },
    { value: 'Flag', label: t`Flag the work` },
    { value: 'Rework', label: t`Send the work back` },
    { value: 'AskMore', label: t`One further answer to its items` },
  ]
  const hasScore = qualifications.find(({ id }) => String(id) === draft.qualification)?.hasScore
  return (
    <>
      <NativeSelect
        label={t`Then`}
        data={isOfGood(draft.when) ? ofQualification : [...others, ...ofQualification]}
        value={draft.then}
        onChange={({ currentTarget: { value } }) => change({ then: value })}
      />
      {isOfQualification(draft.then) && (
        <NativeSelect
          label={t`Qualification`}
          data={[
            { value: '', label: t`Choose …` },
            ...qualifications.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={draft.qualification}
          onChange={({ currentTarget: { value } }) => change({ qualification: value, score: '' })}
        />
      )}
      {draft.then === 'Grant' && hasScore && (
        <NumberInput
          label={t`Score`}
          description={t`Leave empty for the measured percent.`}
          min={0}
          max={100}
          allowDecimal={false}
          maw={220}
          value={draft.score}
          onChange={(score) => change({ score })}
        />
      )}
    </>
  )
}
