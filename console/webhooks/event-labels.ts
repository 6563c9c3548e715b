import { eventLabels } from '../api/events.ts'
import type { paths } from '../api/group-b.ts'
import { currentLanguage } from '../language.ts'

export type EndpointInput = paths['/webhooks']['post']['requestBody']['content']['application/json']
export type EventKind = NonNullable<EndpointInput['events']>[number]

export const eventKinds = Object.keys(eventLabels) as readonly EventKind[]
export const labelOf = (kind: EventKind): string => eventLabels[kind][currentLanguage()]
