import type { Api } from '../http/api.ts'
import { compressResponses } from '../http/compression.ts'
import { showToMembers } from './console.ts'

/** Changes responses before they are sent: members of a workspace see what they may do; then the text is compressed. */
export function changeResponses(api: Api): void {
  showToMembers(api)
  compressResponses(api)
}
