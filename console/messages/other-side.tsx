import { AdvertiserName, ExecutorName } from '../ui/user-text.tsx'
import type { Conversation } from './talk.ts'

/** The other side of a conversation as this one knows it. */
export function OtherSide({ conversation }: { readonly conversation: Conversation }) {
  const { executorId, advertiserAlias } = conversation
  if (advertiserAlias !== undefined) return <AdvertiserName alias={advertiserAlias} />
  return executorId === undefined ? null : <ExecutorName id={executorId} nickname={null} />
}
