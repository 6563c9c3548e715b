import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { paths } from '../api/group-b.ts'

export type EndpointInput = paths['/webhooks']['post']['requestBody']['content']['application/json']
export type EventKind = NonNullable<EndpointInput['events']>[number]

/** What happens that a program can be told of: the contract names it, and a new kind does not compile until it has words. */
export const eventWords: Readonly<Record<EventKind, MessageDescriptor>> = {
  'task.created': msg`A task was made`,
  'task.completed': msg`A task is completed`,
  'report.submitted': msg`A report was submitted`,
  'report.accepted': msg`A report is accepted`,
  'report.rejected': msg`A report is rejected`,
  'report.rework_requested': msg`Rework of a report was asked for`,
  'report.withdrawn': msg`Submitted work was withdrawn`,
  'report.disputed': msg`A rejection is disputed`,
  'task.moderated': msg`A task was approved or rejected`,
  'task.paused': msg`A task was paused`,
  'balance.low': msg`The balance is low`,
}
export const eventKinds = Object.keys(eventWords) as readonly EventKind[]
