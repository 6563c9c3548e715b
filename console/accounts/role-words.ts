import { msg } from '@lingui/core/macro'
import type { Words } from '../ui/words.ts'

export const roleWords: Words = {
  Advertiser: msg`Advertiser`,
  Executor: msg`Executor`,
  Operator: msg`Operator`,
}

export const accountStatuses: Words = {
  Active: msg`Active`,
  Suspended: msg`Suspended`,
}
