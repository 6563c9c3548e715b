import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

export const roleLabels: Labels = {
  Advertiser: msg`Advertiser`,
  Executor: msg`Executor`,
  Operator: msg`Operator`,
}

export const accountStatusLabels: Labels = {
  Active: msg`Active`,
  Suspended: msg`Suspended`,
}
