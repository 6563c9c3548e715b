import { Page } from '../ui/page.tsx'

export function FindWork() {
  return <Page title="FindWork" />
}
