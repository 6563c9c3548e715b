import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { paths } from '../api/group-b.ts'

export type EndpointInput = paths['/webhooks']['post']['requestBody']['content']['application/json']
export type EventKind = NonNullable<EndpointInput['events']>[number]

/** Descriptions of the events. A new kind in the contract does not compile until it is added here. */
export const eventLabels: Readonly<Record<EventKind, MessageDescriptor>> = {
  'task.created': msg`Task created`,
  'task.completed': msg`Task completed`,
  'report.submitted': msg`Submission received`,
  'report.accepted': msg`Submission accepted`,
  'report.rejected': msg`Submission rejected`,
  'report.rework_requested': msg`Changes requested`,
  'report.withdrawn': msg`Submission withdrawn`,
  'report.disputed': msg`Rejection disputed`,
  'task.moderated': msg`Task approved or rejected`,
  'task.paused': msg`Task paused`,
  'task.archived': msg`Task archived`,
  'balance.low': msg`Balance low`,
}
export const eventKinds = Object.keys(eventLabels) as readonly EventKind[]
