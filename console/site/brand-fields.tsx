import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { contrastOf, defaultAccent, shadesOf } from '../ui/look/accent.ts'
import type { SiteForm } from './site-form.ts'

type BrandForm = { readonly form: Pick<UseFormReturnType<SiteForm>, 'values' | 'setFieldValue' | 'getInputProps'> }

/** The name, accent color and logo of the marketplace. */
export function BrandFields({ form }: BrandForm) {
  const { t } = useLingui()
  return (
    <Stack gap="md" maw={420}>
      <TextInput
        label={t`Name of the marketplace`}
        description={t`In the header of every page and in the titles of browser tabs.`}
        placeholder="Task Marketplace"
        maxLength={40}
        {...form.getInputProps('brandName')}
      />
      <AccentField form={form} />
      <LogoField form={form} />
    </Stack>
  )
}

const white = '#ffffff'
/** The shade of buttons. */
const buttonShade = 8

/** The color as the operator chose it, and how buttons will look with it. */
function AccentField({ form }: BrandForm) {
  const { t } = useLingui()
  const { accentColor } = form.values
  const chosen = /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : defaultAccent
  const shown = shadesOf(chosen)[buttonShade] ?? chosen
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={t`Accent color`}
          description={t`For main buttons, focus and selection.`}
          type="color"
          flex={1}
          {...form.getInputProps('accentColor')}
          value={chosen}
        />
        {accentColor && (
          <Button variant="default" onClick={() => form.setFieldValue('accentColor', '')}>
            <Trans>Use the default</Trans>
          </Button>
        )}
      </Group>
      <Group gap="sm">
        <Text
          component="span"
          size="sm"
          fw={600}
          px="md"
          py={6}
          style={{ background: shown, color: white, borderRadius: 8 }}
        >
          <Trans>Main button</Trans>
        </Text>
        {contrastOf(chosen, white) < contrastOf(shown, white) && (
          <Text size="sm" c="dimmed" flex={1}>
            <Trans>Made darker, so that white text is easy to read on it.</Trans>
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** As the server limits them. */
const logoBytesMax = 100_000

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

function LogoField({ form }: BrandForm) {
  const { t } = useLingui()
  const [isTooLarge, setTooLarge] = useState(false)
  const { logo } = form.values
  const choose = async (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > logoBytesMax)
    if (file.size <= logoBytesMax) form.setFieldValue('logo', await readAsDataUrl(file))
  }
  return (
    <Input.Wrapper
      label={t`Logo`}
      description={t`PNG, WebP or JPEG, at most 100 kB. Also the icon of browser tabs, so a square picture is best.`}
      error={isTooLarge ? t`This file is larger than 100 kB.` : form.getInputProps('logo').error}
    >
      <Group gap="sm" mt={6}>
        {logo && <img src={logo} alt={t`Logo`} className="brand-logo" />}
        <FileButton accept="image/png,image/webp,image/jpeg" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {logo ? t`Choose another` : t`Choose a file`}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" onClick={() => form.setFieldValue('logo', '')}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
