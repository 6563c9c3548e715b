import { msg } from '@lingui/core/macro'
import { useLingui as useLanguage } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { Divider, Group } from '@mantine/core'
import { publicPages } from '../ui/brand.ts'
import { LinkAnchor } from '../ui/links.tsx'

export const publicPageLabels = {
  help: msg`Help`,
  terms: msg`Terms of use`,
  privacy: msg`Privacy policy`,
  contact: msg`Contact`,
} as const

/** Links to help, terms, privacy and contact, at the bottom of public pages. */
export function PublicFooter() {
  const { t } = useLingui()
  const { _ } = useLanguage()
  const pages = publicPages()
  if (pages.length === 0) return null
  return (
    <>
      <Divider mt="xl" mb="sm" />
      <Group component="nav" aria-label={t`About this marketplace`} gap="lg" justify="center">
        {pages.map((name) => (
          <LinkAnchor key={name} to={`/${name}`} size="sm">
            {_(publicPageLabels[name])}
          </LinkAnchor>
        ))}
      </Group>
    </>
  )
}
