import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Texts to start a task of a type from. */
export type TaskTemplate = {
  readonly name: MessageDescriptor
  /** The types of work that it is for, by their codes in the catalog; the first that can be ordered is chosen. */
  readonly priceCodes: readonly string[]
  readonly title: MessageDescriptor
  readonly description: MessageDescriptor
  readonly proofInstructions?: MessageDescriptor
  /** How many items one person answers at once; absent: it has none. */
  readonly itemsPerSlot?: number
  readonly criteria: readonly MessageDescriptor[]
}

export const taskTemplates: readonly TaskTemplate[] = [
  {
    name: msg`Label pictures`,
    priceCodes: ['label.choose'],
    title: msg`Label the picture`,
    description: msg`Look at each picture and choose its label.`,
    itemsPerSlot: 10,
    criteria: [],
  },
  {
    name: msg`Survey`,
    priceCodes: ['survey.external', 'survey.external.mobile'],
    title: msg`Answer a short survey`,
    description: msg`1. Open the survey.\n2. Answer every question with your own opinion.\n3. Copy the completion code from the last page.`,
    proofInstructions: msg`A screenshot of the last page with the completion code.`,
    criteria: [msg`The completion code is correct.`, msg`Every question was answered.`],
  },
  {
    name: msg`Usability test`,
    priceCodes: ['web.usability_test', 'web.usability_test.mobile'],
    title: msg`Test our website and report any difficulties`,
    description: msg`1. Open our website.\n2. Complete the steps described below.\n3. Tell us where you got stuck and what would have helped.`,
    proofInstructions: msg`A screenshot of the last page that you reached.`,
    criteria: [msg`Every question has an answer of at least one sentence.`, msg`The screenshot shows our website.`],
  },
  {
    name: msg`App test`,
    priceCodes: ['app.install_test', 'app.install_test.ios', 'app.install_test.desktop'],
    title: msg`Install an app and describe your first impression`,
    description: msg`1. Install the app from the store.\n2. Use its main features for at least five minutes.\n3. Describe what you liked, what confused you, and what did not work.`,
    proofInstructions: msg`A screenshot of the app on your device.`,
    criteria: [msg`The screenshot shows the open app.`, msg`The description is about this app.`],
  },
  {
    name: msg`Store visit`,
    priceCodes: ['store.visit', 'store.visit.venue', 'price.check'],
    title: msg`Visit a store and photograph a shelf`,
    description: msg`1. Go to the store.\n2. Find the shelf.\n3. Photograph it so that the price tags are readable.`,
    proofInstructions: msg`A photo of the shelf and one of the entrance of the store.`,
    criteria: [msg`The price tags are readable.`, msg`The photos were taken in this store.`],
  },
  {
    name: msg`Web research`,
    priceCodes: ['web.lookup'],
    title: msg`Find a fact on the web`,
    description: msg`1. Search for the answer.\n2. Prefer the official source.\n3. Enter the answer and the page where you found it.`,
    proofInstructions: msg`A screenshot of the page with the answer.`,
    criteria: [msg`The answer is on the page that was named.`, msg`The page is an official or primary source.`],
  },
]
