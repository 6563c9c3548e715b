import { Page } from '../ui/page.tsx'

export function ModerationQueue() {
  return <Page title="ModerationQueue" />
}
