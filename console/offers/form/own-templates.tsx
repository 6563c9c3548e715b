import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { escapeHidden } from '../../ui/user-text.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { templateValues } from './template-values.ts'

type Template = A['TaskTemplate']

export const templatesQuery = apiQuery(['offers', 'templates'], (signal) =>
  groupA.GET('/api/advertiser/task-templates', { signal }),
)

/** The advertiser's own templates: each fills the form, and can be deleted. */
export function OwnTemplates({ offer: { form, prices } }: { readonly offer: OfferForm }) {
  const { i18n } = useLingui()
  const { data } = useQuery(templatesQuery)
  const remove = useApiMutation(['offers'], (templateId: number, header) =>
    groupA.DELETE('/api/advertiser/task-templates/{templateId}', { params: { path: { templateId }, header } }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed">
        <Trans>Your templates</Trans>
      </Text>
      <Group gap="xs">
        {data.items.map((template) => (
          <OwnTemplate
            key={template.id}
            template={template}
            apply={() => form.setValues(templateValues(template.content, prices, i18n.locale))}
            remove={() => remove.mutate(template.id)}
            isRemoving={remove.isPending && remove.variables === template.id}
          />
        ))}
      </Group>
      <ErrorAlert error={remove.error} />
    </>
  )
}

type OwnTemplateProps = {
  readonly template: Template
  readonly apply: () => void
  readonly remove: () => void
  readonly isRemoving: boolean
}

function OwnTemplate({ template, apply, remove, isRemoving }: OwnTemplateProps) {
  const { t } = useLingui()
  const name = escapeHidden(template.name)
  return (
    <Button.Group>
      <Button variant="default" size="xs" onClick={apply} maw={260}>
        <Text span inherit truncate dir="auto">
          {name}
        </Text>
      </Button>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Delete template ${name}`}
        loading={isRemoving}
        onClick={remove}
      >
        <CloseIcon />
      </ActionIcon>
    </Button.Group>
  )
}
