import type { Subject } from './drawing.ts'
import type { Details } from './offers.ts'

const url = 'https://demo.example/page'
const answers = { answers: [{ question: 'Where did you hesitate?', answer: 'At the date: I could not type it.' }] }
const usabilityTest = {
  url,
  questions: ['Where did you hesitate?'],
  steps: ['Open the page', 'Go as far as the payment'],
}
const app = { storeUrl: url, steps: ['Install the app', 'Open it and allow notifications', 'Do the task twice'] }
const tried = {
  deviceModel: 'Pixel 8',
  osVersion: '15',
  notes: 'It took a minute. Everything was where I looked for it.',
}
const place = { address: 'Any shop within your town', items: ['Apples, loose, 1 kg', 'Oat milk, 1 l'] }
const visited = {
  visitedAtUtc: '2026-01-31T12:00:00Z',
  prices: [{ item: 'Apples, loose, 1 kg', price: 2.49, currency: 'EUR', inStock: true }],
}
const survey = { url, estimatedMinutes: 6 }
const opinion = { text: 'It is friendly and clear. I would shorten the second paragraph.' }
const post = { url, topic: 'Is it clear?' }

type Kind = {
  readonly description: string
  readonly proofInstructions: string
  /** What the pictures of its proofs show. */
  readonly proof: Subject
  readonly details: Details
  readonly work: Details
}
/** By type of work or its prefix: the texts and details of an offer, and the answers of its reports. */
const kinds: Readonly<Record<string, Kind>> = {
  'web.lookup': {
    description: 'Search the official page first. If it contradicts a map service, trust the page of the place itself.',
    proofInstructions: 'A screenshot in which the answer and the address of the page can be read.',
    proof: 'web page',
    details: { question: 'The answer to the title, with its source', answerFormat: 'Text' },
    work: { answer: 'Monday to Friday from 9 to 18, Saturday from 10 to 14', sourceUrl: url },
  },
  'web.usability_test': {
    description:
      'Think aloud while you try, and write down each place where you stopped. There are no wrong answers: we test the page, not you.',
    proofInstructions: 'A screenshot of the last page that you reached.',
    proof: 'web page',
    details: usabilityTest,
    work: answers,
  },
  'app.install_test': {
    description:
      'Use your own phone and a new account. Please tell us what you expected whenever something surprised you.',
    proofInstructions: 'A screenshot of the app after the last step.',
    proof: 'web page',
    details: app,
    work: tried,
  },
  'store.visit': {
    description: 'Go on any day until the end of the month. You do not have to buy anything or speak to anybody.',
    proofInstructions: 'A photo of the shelf, without people.',
    proof: 'shelf label',
    details: place,
    work: visited,
  },
  'price.check': {
    description: 'Note the price for the named amount. If a shop has several brands, take the cheapest.',
    proofInstructions: 'A photo of each label, close enough to read the price.',
    proof: 'shelf label',
    details: place,
    work: visited,
  },
  'photo.collect': {
    description: 'Take the photo yourself, in landscape format and by daylight. No faces and no number plates, please.',
    proofInstructions: 'The original photo, without filters.',
    proof: 'street sign',
    details: { subject: 'A street sign with a readable name', count: 1 },
    work: { captions: ['Seen this morning'] },
  },
  'survey.external': {
    description: 'The survey is anonymous. At the end it shows a code: copy it before you close the page.',
    proofInstructions: 'A screenshot of the last page with its code.',
    proof: 'web page',
    details: survey,
    work: { completionCode: 'K7QX2M' },
  },
  'image.classify': {
    description: 'Look at each picture for a second or two and choose the label that fits best.',
    proofInstructions: 'A screenshot of your answers.',
    proof: 'form',
    details: {
      items: [
        { id: 'a', url },
        { id: 'b', url },
      ],
      labels: ['Yes', 'No', 'Hard to say'],
    },
    work: {
      answers: [
        { id: 'a', label: 'Yes' },
        { id: 'b', label: 'No' },
      ],
    },
  },
  'text.rate': {
    description: 'Read each text once, as you would on a door, and then choose a number. 5 is the best.',
    proofInstructions: 'A photo or screenshot of the form that you filled in.',
    proof: 'form',
    details: {
      items: [
        { id: 'a', text: 'The lift is out of order until Friday.' },
        { id: 'b', text: 'Due to unforeseen circumstances conveyance is suspended.' },
      ],
      scale: { min: 1, max: 5 },
    },
    work: {
      answers: [
        { id: 'a', score: 5 },
        { id: 'b', score: 2 },
      ],
    },
  },
  'translate.short': {
    description: 'Translate into everyday language. Keep the line breaks, and do not use a translation program.',
    proofInstructions: 'A screenshot of your translation.',
    proof: 'form',
    details: { text: 'Please do not touch: the vase is older than it looks.', targetLanguage: 'de' },
    work: { text: 'Bitte nicht berühren: Die Vase ist älter, als sie aussieht.' },
  },
  'social.feedback': {
    description: 'Read the post as if a friend had sent it to you. Write two or three sentences, honest ones.',
    proofInstructions: 'A screenshot of the post.',
    proof: 'web page',
    details: post,
    work: opinion,
  },
}

export function kindOf(code: string): Kind {
  const kind = Object.entries(kinds).find(([name]) => code === name || code.startsWith(`${name}.`))?.[1]
  if (!kind) throw new Error(`The demo has no sample of the type of work ${code}`)
  return kind
}
