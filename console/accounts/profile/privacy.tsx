import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Page, Section } from '../../ui/page.tsx'
import { ConfirmDialog } from '../security/confirm-dialog.tsx'
import { CloseAccount } from './close-account.tsx'

const dataPath = '/console/api/settings/data'

/** Export of one's data, and closing the account. */
export function PrivacyPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Your data`}>
      <DataDownload />
      <CloseAccount />
    </Page>
  )
}

function DataDownload() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <Section title={t`Download your data`}>
      <Card withBorder padding="md">
        <Text mb="sm">
          <Trans>
            One JSON file with everything we store about you: account, tasks, submissions, money and messages. It
            excludes passwords, keys and what other people wrote.
          </Trans>
        </Text>
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={dialog.open}>
          <Trans>Download</Trans>
        </Button>
        {/* Confirmed beforehand: the browser downloads the file as a stream and could not confirm during the download. */}
        <ConfirmDialog isOpen={isOpen} close={dialog.close} onConfirmed={() => window.location.assign(dataPath)} />
      </Card>
    </Section>
  )
}
