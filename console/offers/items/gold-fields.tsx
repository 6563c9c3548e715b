import { Trans, useLingui } from '@lingui/react/macro'
import { Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { NumberField } from '../../ui/input/number-field.tsx'
import type { AnyForm } from '../../ui/schema/member.ts'

type Props = { readonly form: AnyForm; readonly isOn: boolean }

/** Items whose answer is known, mixed in to see how accurate executors are. */
export function GoldFields({ form, isOn }: Props) {
  const { t } = useLingui()
  return (
    <Stack gap="sm">
      <Switch
        label={t`Mix in items whose answer you know`}
        description={t`They show how accurate each person is. Executors do not see which items these are.`}
        checked={isOn}
        onChange={(event) => form.setFieldValue('gold.perSlot', event.currentTarget.checked ? 1 : '')}
      />
      {isOn && (
        <>
          <Text size="sm" c="dimmed">
            <Trans>
              Your file has a column for each known answer, such as goldAnswer.animal. Rows with a known answer are
              these items.
            </Trans>
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
            <NumberField
              label={t`Known items in each slot`}
              description={t`Of the items at once. All of them: the task is a quiz.`}
              {...form.getInputProps('gold.perSlot')}
            />
            <NumberField
              label={t`Smallest accuracy`}
              description={t`Such as 0.8. Below it, a person gets no more of this task.`}
              fractionDigits={2}
              {...form.getInputProps('gold.minAccuracy')}
            />
            <NumberField
              label={t`Answers before that holds`}
              placeholder="5"
              {...form.getInputProps('gold.minAnswers')}
            />
            <Select
              allowDeselect={false}
              label={t`Their earlier work`}
              data={[
                { value: 'Keep', label: t`Stays for your review` },
                { value: 'AskAgain', label: t`Stays, and others answer its items once more` },
                { value: 'Reject', label: t`Is rejected if you have not decided; they can appeal` },
              ]}
              {...form.getInputProps('gold.earlierWork')}
            />
          </SimpleGrid>
        </>
      )}
    </Stack>
  )
}
