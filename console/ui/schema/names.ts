import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Labels } from '../labels.ts'
import type { Schema } from './schema.ts'

/** Translated names of common members: a schema has only one language. */
const memberLabels: Labels = {
  answer: msg`Answer`,
  answerFormat: msg`Answer type`,
  answers: msg`Answers`,
  appVersion: msg`App version`,
  address: msg`Address`,
  browser: msg`Browser`,
  captions: msg`Captions`,
  completionCode: msg`Completion code`,
  completionCodePattern: msg`Completion code pattern`,
  context: msg`Context`,
  count: msg`Quantity`,
  currency: msg`Currency`,
  deviceModel: msg`Device`,
  devices: msg`Devices`,
  estimatedMinutes: msg`Estimated minutes`,
  examples: msg`Examples`,
  glossary: msg`Glossary`,
  id: msg`Name`,
  inStock: msg`In stock`,
  instructions: msg`Instructions`,
  item: msg`Item`,
  items: msg({ message: 'Items', context: 'members' }),
  label: msg`Label`,
  labels: msg`Labels`,
  latitude: msg`Latitude`,
  longitude: msg`Longitude`,
  max: msg`Maximum`,
  min: msg`Minimum`,
  minHeight: msg`Minimum height, pixels`,
  minLength: msg`Minimum length, characters`,
  minOsVersion: msg`Minimum system version`,
  minWidth: msg`Minimum width, pixels`,
  notes: msg`Notes`,
  os: msg`Operating system`,
  osVersion: msg`System version`,
  packageId: msg`Package`,
  price: msg`Price`,
  prices: msg`Prices`,
  publicUrl: msg`Where it was published`,
  question: msg`Question`,
  questions: msg`Questions`,
  radiusMeters: msg`Maximum distance, metres`,
  requirements: msg`Requirements`,
  scale: msg`Scale`,
  score: msg`Score`,
  sourceUrl: msg`Page where it was found`,
  steps: msg`Steps`,
  storeUrl: msg`Store page`,
  subject: msg`Content to show`,
  targetLanguage: msg`Target language`,
  text: msg`Text`,
  topic: msg`Topic`,
  url: msg`Page address`,
  visitedAtUtc: msg`Time of your visit`,
}

/** Derives a name from a key: `sourceUrl` becomes Source url. */
function nameFromKey(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns a member's description, in the schema's language. Omitted if the user has another language and the translated name
 * suffices.
 */
export function useMemberDescription(): (
  key: string,
  schema: Pick<Schema, 'title' | 'description'>,
) => string | undefined {
  const { i18n } = useLingui()
  return (key, { title, description }) =>
    i18n.locale !== 'en' && !title && key in memberLabels ? undefined : description
}

/** Returns a member's name: its title in the schema, in the user's language if it has one, a common translated name, or its key. */
export function useMemberName(): (key: string, schema?: Pick<Schema, 'title' | 'titles'>) => string {
  const { i18n } = useLingui()
  return (key, schema) => {
    const label = memberLabels[key]
    return schema?.titles?.[i18n.locale] ?? schema?.title ?? (label ? i18n._(label) : nameFromKey(key))
  }
}
