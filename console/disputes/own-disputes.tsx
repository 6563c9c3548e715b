import { Page } from '../ui/page.tsx'

export function OwnDisputes() {
  return <Page title="OwnDisputes" />
}
