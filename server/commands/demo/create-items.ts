import type { Marketplace } from '../../../sdk/src/index.ts'
import { type Clients, openerFor, type TaskBody } from './clients.ts'
import type { Name } from './people.ts'
import { type Shape, shapePicture, shapes } from './shapes.ts'

type Value = Readonly<Record<string, unknown>>
type Item = { readonly externalId: string; readonly data: Value }

const shapeOf = (number: number): Shape => shapes[number % shapes.length] as Shape

const pictures = (from: number, count: number): Promise<Item[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const number = from + index
      return { externalId: `picture-${number}`, data: { number, picture: await shapePicture(shapeOf(number), number) } }
    }),
  )

type Page = NonNullable<TaskBody['page']>
const shownPicture = { kind: 'image', value: '{{picture}}', label: 'The picture' } as const
const shapeChoice = {
  title: 'Which shape is it?',
  titles: { ru: 'Какая это фигура?' },
  enum: [...shapes],
  'x-labels': {
    circle: { en: 'A circle', ru: 'Круг' },
    square: { en: 'A square', ru: 'Квадрат' },
    triangle: { en: 'A triangle', ru: 'Треугольник' },
  },
}
const labelPage: Page = {
  kind: 'form',
  show: [shownPicture],
  answerSchema: { type: 'object', properties: { shape: shapeChoice }, required: ['shape'] },
}

const messages = [
  'Thank you for your patience. Your parcel arrives tomorrow.',
  'As I wrote twice already, the form is on page three.',
  'We are sorry about the noise and will finish on Friday.',
  'Read the manual before you ask.',
  'Good question! The lift is behind the red door.',
  'Your request was refused.',
]
const tonePage: Page = {
  kind: 'form',
  show: [{ kind: 'text', value: '{{message}}', label: 'The message' }],
  answerSchema: {
    type: 'object',
    properties: {
      tone: { title: 'How friendly is it?', type: 'integer', minimum: 1, maximum: 5, 'x-input': 'rating' },
      note: { title: 'What would you change?', type: 'string', maxLength: 300 },
    },
    required: ['tone'],
  },
}
const boxPage: Page = {
  kind: 'form',
  show: [shownPicture],
  answerSchema: {
    type: 'object',
    properties: {
      boxes: { title: 'Draw a box around each shape', type: 'array', 'x-input': 'boxes', minItems: 1, maxItems: 5 },
    },
    required: ['boxes'],
  },
}

const shared = {
  description: 'Use the keys 1 to 9, and Enter for the next one.',
  perExecutorLimit: 50,
  aggregation: { method: 'Majority' },
} as const

/** Creates three tasks with items: one is finished, one half done, one new. */
export async function createItemTasks(clients: Clients): Promise<void> {
  const open = await openerFor(clients)
  const labels = { ...shared, title: 'Which shape is in the picture?', overlap: 3, itemsPerSlot: 6, page: labelPage }
  const done = await open('label.choose', { ...labels, items: await pictures(1, 12) })
  // The last executor takes some circles for squares, so that there is something to compare.
  const careless = ({ number }: Value) => ({ shape: Number(number) % 4 === 3 ? 'square' : shapeOf(Number(number)) })
  const careful = ({ number }: Value) => ({ shape: shapeOf(Number(number)) })
  for (const [who, answer] of [
    ['executor2', careful],
    ['executor3', careful],
    ['executor4', careless],
  ] as const)
    for (const _ of [1, 2]) await clients.advertiser.reports.accept(await work(clients[who], done, answer))

  const items = messages.map((message, index) => ({ externalId: `message-${index + 1}`, data: { message } }))
  const tones = { ...shared, title: 'How friendly is the message?', overlap: 2, itemsPerSlot: 2, page: tonePage, items }
  const halfDone = await open('label.choose', tones)
  const rated = ({ message }: Value) => ({
    tone: /sorry|thank|good/i.test(String(message)) ? 5 : 2,
    note: 'Say what happens next.',
  })
  for (const [who, isAccepted] of [
    ['executor2', true],
    ['executor3', true],
    ['executor4', false],
  ] as readonly [Name, boolean][]) {
    const report = await work(clients[who], halfDone, rated)
    if (isAccepted) await clients.advertiser.reports.accept(report)
  }
  await open('draw.boxes', {
    ...shared,
    title: 'Draw a box around each shape',
    overlap: 2,
    itemsPerSlot: 4,
    page: boxPage,
    items: await pictures(20, 8),
  })
}

/** Reserves the next items and answers each. Returns the id of the report. */
async function work(executor: Marketplace, offer: number, answer: (data: Value) => Value): Promise<number> {
  const { id: reservationId } = await executor.offers.reserve(offer)
  const path = { reservationId }
  const { items } = await executor.request('get', '/api/executor/reservations/{reservationId}/work', { path })
  const answers = items.map(({ itemId, data }) => ({ itemId, value: answer(data as Value) }))
  return (await executor.offers.submit(offer, { reservationId, details: { answers } })).id
}
