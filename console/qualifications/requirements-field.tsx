import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { languageOptions } from '../accounts/language-names.ts'
import { type B, groupB } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { ManyChoices, OneChoice } from '../ui/input/choice-fields.tsx'
import { ChosenList } from '../ui/input/chosen-list.tsx'
import { useSubmitGuard } from '../ui/input/submit-guard.ts'
import { useRequirementWords } from './requirement-words.ts'

export type TaskRequirement = B['TaskRequirement']
type Choice = { readonly value: string; readonly label: string }

type FieldProps = {
  readonly value: readonly TaskRequirement[]
  readonly onChange: (requirements: readonly TaskRequirement[]) => void
  readonly countries: readonly Choice[]
  /** The errors of the form, and the path of this list in it. */
  readonly errors: Readonly<Record<string, unknown>>
  readonly name: string
  readonly description: string
  /** Whether they stay as they are. */
  readonly isFixed?: boolean
}

/** A list of requirements: what there is, and one more to add. */
export function RequirementsField({ value, onChange, countries, isFixed = false, ...props }: FieldProps) {
  const { t } = useLingui()
  const error = Object.entries(props.errors).find(([path]) => path.startsWith(props.name))?.[1]
  const words = useRequirementWords()
  const qualifications = useUsable()
  const nameOf = (id: number | undefined) => qualifications.find((each) => each.id === id)?.name
  const wordsOf = (each: TaskRequirement) =>
    each.type === 'Country'
      ? t`Not from: ${each.values.map((id) => countries.find((one) => one.value === String(id))?.label ?? id).join(', ')}`
      : words.ofTask(each, nameOf(each.qualificationId))
  return (
    <ChosenList
      label={t`Requirements`}
      description={props.description}
      error={error ? String(error) : undefined}
      value={value}
      onChange={isFixed ? undefined : onChange}
      wordsOf={wordsOf}
    >
      {!isFixed && (
        <NewRequirement
          countries={countries}
          qualifications={qualifications}
          add={(requirement) => onChange([...value, requirement])}
        />
      )}
    </ChosenList>
  )
}

const usableMax = 100

/** The qualifications that the advertiser can require. */
function useUsable(): readonly B['Qualification'][] {
  const query = { pageSize: usableMax }
  const list = useQuery(
    apiQuery(['qualifications', 'to choose'], (signal) => groupB.GET('/qualifications', { params: { query }, signal })),
  )
  return list.data?.items ?? []
}

type Draft = {
  readonly type: string
  readonly subject: string
  readonly comparison: string
  readonly number: number | string
  readonly level: string
  readonly countries: readonly string[]
}
const emptyDraft: Draft = { type: '', subject: '', comparison: 'AtLeast', number: '', level: 'B1', countries: [] }

/** Returns the requirement that was entered; undefined while something is missing. */
function requirementOf({ type, subject, comparison, number, level, countries }: Draft): TaskRequirement | undefined {
  const isNumber = number !== ''
  if (type === 'Language')
    return subject === '' ? undefined : { type, language: subject, comparison: 'AtLeast', values: [level] }
  if (type === 'Country')
    return countries.length === 0 ? undefined : { type, comparison: 'NotIn', values: countries.map(Number) }
  if (type === 'Qualification') {
    if (subject === '') return undefined
    const qualificationId = Number(subject)
    if (comparison !== 'AtLeast') return { type, qualificationId, comparison, values: [] }
    return isNumber ? { type, qualificationId, comparison, values: [Number(number)] } : undefined
  }
  return type !== '' && isNumber ? { type, comparison: 'AtLeast', values: [Number(number)] } : undefined
}

type NewProps = {
  readonly countries: readonly Choice[]
  readonly qualifications: readonly B['Qualification'][]
  readonly add: (requirement: TaskRequirement) => void
}

function NewRequirement({ countries, qualifications, add }: NewProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(emptyDraft)
  const [isStopped, setStopped] = useState(false)
  const kind = useRef<HTMLSelectElement>(null)
  useSubmitGuard(kind, draft.type !== '', () => setStopped(true))
  const made = requirementOf(draft)
  const types = [
    { value: '', label: t`Add a requirement …` },
    { value: 'Qualification', label: t`Qualification or group` },
    { value: 'Language', label: t`Language` },
    { value: 'Country', label: t`Excluded countries` },
    { value: 'AcceptedShare', label: t`Accepted work in percent` },
    { value: 'AcceptedCount', label: t`Number of accepted works` },
  ]
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  return (
    <Card withBorder padding="sm">
      <Stack gap="sm">
        <NativeSelect
          ref={kind}
          label={t`Kind of requirement`}
          data={types}
          value={draft.type}
          error={isStopped && draft.type !== '' ? t`Add this requirement, or choose none.` : undefined}
          onChange={({ currentTarget: { value: type } }) => setDraft({ ...emptyDraft, type })}
        />
        <DraftFields draft={draft} change={change} countries={countries} qualifications={qualifications} />
        {draft.type !== '' && (
          <Group>
            <Button
              variant="light"
              disabled={!made}
              onClick={() => {
                if (made) add(made)
                setDraft(emptyDraft)
              }}
            >
              <Trans>Add requirement</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

type DraftProps = Omit<NewProps, 'add'> & { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void }

function DraftFields({ draft, change, countries, qualifications }: DraftProps) {
  const { t, i18n } = useLingui()
  if (draft.type === 'Qualification')
    return <QualificationFields draft={draft} change={change} qualifications={qualifications} />
  if (draft.type === 'Country')
    return (
      <ManyChoices
        label={t`Excluded countries`}
        choices={countries}
        limit={60}
        nothingFoundMessage={t`No matching country`}
        value={[...draft.countries]}
        onChange={(chosen) => change({ countries: chosen })}
      />
    )
  if (draft.type === 'Language')
    return (
      <>
        <OneChoice
          label={t`Language`}
          choices={languageOptions(i18n.locale)}
          limit={50}
          nothingFoundMessage={t`Language not found`}
          value={draft.subject}
          onChange={(tag) => change({ subject: tag ?? '' })}
        />
        <NativeSelect
          label={t`At least`}
          data={[...['A1', 'A2', 'B1', 'B2', 'C1', 'C2'], { value: 'Native', label: t`Native` }]}
          value={draft.level}
          onChange={({ currentTarget: { value } }) => change({ level: value })}
        />
      </>
    )
  return draft.type === '' ? null : <NumberOf draft={draft} change={change} />
}

function QualificationFields({ draft, change, qualifications }: Omit<DraftProps, 'countries'>) {
  const { t } = useLingui()
  const chosen = qualifications.find(({ id }) => String(id) === draft.subject)
  const isGroup = chosen?.hasScore === false
  const comparisons = [
    ...(isGroup ? [] : [{ value: 'AtLeast', label: t`has at least the score` }]),
    { value: 'In', label: isGroup ? t`is in the group` : t`has it, with any score` },
    { value: 'NotIn', label: isGroup ? t`is not in the group` : t`does not have it` },
  ]
  const choose = (subject: string) => {
    const isScored = qualifications.find(({ id }) => String(id) === subject)?.hasScore !== false
    change({ subject, comparison: isScored ? 'AtLeast' : 'In' })
  }
  return (
    <>
      <NativeSelect
        label={t`Qualification`}
        data={[
          { value: '', label: t`Choose …` },
          ...qualifications.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={draft.subject}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <NativeSelect
        label={t`The executor`}
        data={comparisons}
        value={draft.comparison}
        onChange={({ currentTarget: { value } }) => change({ comparison: value })}
      />
      {draft.comparison === 'AtLeast' && <NumberOf draft={draft} change={change} />}
    </>
  )
}

function NumberOf({ draft, change }: Pick<DraftProps, 'draft' | 'change'>) {
  const { t } = useLingui()
  return (
    <NumberInput
      label={t`At least`}
      min={0}
      {...(draft.type === 'AcceptedCount' ? {} : { max: 100 })}
      allowDecimal={false}
      maw={200}
      value={draft.number}
      onChange={(number) => change({ number })}
    />
  )
}
