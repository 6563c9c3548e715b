import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { escapeHidden } from '../../ui/user-text.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { SaveAudience } from './save-template.tsx'
import { audienceContentOf, audienceValues, isAudience, templateValues } from './template-values.ts'
import { templatesQuery } from './templates-query.ts'

type Template = A['TaskTemplate']

/** The advertiser's own templates of whole tasks. */
export function OwnTemplates({ offer: { form, prices } }: { readonly offer: OfferForm }) {
  const { t, i18n } = useLingui()
  return (
    <TemplateButtons
      title={t`Your templates`}
      isShown={(content) => !isAudience(content)}
      apply={(content) => form.setValues(templateValues(content, prices, i18n.locale))}
    />
  )
}

/** The advertiser's saved audiences, and a way to save this one. */
export function OwnAudiences({ offer: { form, canEdit } }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const apply = (content: unknown) => {
    const values = Object.entries(audienceValues(content)).filter(([name]) => canEdit(name))
    form.setValues(Object.fromEntries(values))
  }
  return (
    <Stack gap="xs">
      <TemplateButtons title={t`Your audiences`} isShown={isAudience} apply={apply} />
      <Group>
        <SaveAudience content={audienceContentOf(form.values)} />
      </Group>
    </Stack>
  )
}

type TemplateButtonsProps = {
  readonly title: string
  readonly isShown: (content: unknown) => boolean
  readonly apply: (content: unknown) => void
}

/** Each template fills the form, and can be deleted. */
function TemplateButtons({ title, isShown, apply }: TemplateButtonsProps) {
  const { data } = useQuery(templatesQuery)
  const remove = useApiMutation(['offers'], (templateId: number, header) =>
    groupA.DELETE('/api/advertiser/task-templates/{templateId}', { params: { path: { templateId }, header } }),
  )
  const shown = data?.items.filter(({ content }) => isShown(content)) ?? []
  if (shown.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Group gap="xs" role="group" aria-label={title}>
        {shown.map((template) => (
          <OwnTemplate
            key={template.id}
            template={template}
            apply={() => apply(template.content)}
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
        <XIcon />
      </ActionIcon>
    </Button.Group>
  )
}
