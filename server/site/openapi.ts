import { at } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import { bankTransferJson, siteJson } from './serialize.ts'
import { type Site, siteOf } from './site.ts'

const site: Site = siteOf({
  version: 4,
  brandName: 'Nimble Tasks',
  accentColor: '#0b6e4f',
  logo: null,
  payDays: { weekdays: [2, 5], workingDays: 2 },
  texts: {
    about: { en: 'Small tasks for **local shops**.' },
    bankDetails: { en: 'Nimble Tasks GmbH\nIBAN DE02 1203 0000 0000 2020 51' },
  },
  updatedAt: at('12:00:00'),
})
const { brandName, accentColor, logo, payDays, texts } = site
const environment = {
  feePercent: 10,
  currency: 'USD',
  withdrawalMinimum: 5,
  moderation: 'manual',
  isCardAvailable: false,
  isMailSent: true,
  publicUrl: 'https://tasks.example.com',
}

export const siteDocs = docsIn('Operations', {
  'GET /api/operator/site': {
    id: 'getSite',
    summary: 'Read the brand and texts of the marketplace',
    about:
      'The texts are Markdown without HTML and images. A missing text is shown in the other language; about and help have defaults.',
    answers: { 200: { site: siteJson.serialize({ ...site, environment }) } },
  },
  'PUT /api/operator/site': {
    id: 'replaceSite',
    summary: 'Replace the brand and texts of the marketplace',
    about:
      'Replaces all of them; blank texts and missing `accentColor`, `logo`, `payDays` and `contact` count as null. The audit log keeps the names of the changed members, and new values of the brand name, color, pay days and bank details. Visitors see changes within a minute or two. A new operator changes no bank details for `OPERATOR_WAIT_HOURS`.',
    body: { site: { brandName, accentColor, logo, payDays, texts } },
    answers: { 200: { site: siteJson.serialize({ ...site, environment }) } },
    problems: ['operator_waiting'],
  },
  'GET /api/advertiser/bank-transfer': {
    id: 'getBankTransfer',
    tag: 'Balance',
    summary: 'Read how to pay by bank transfer',
    about:
      'The operator books received money to the account that the reference names. `bankDetails` is null if the operator has not published any.',
    answers: {
      200: {
        transfer: bankTransferJson.serialize({
          isCardAvailable: false,
          reference: 'D-17-47',
          bankDetails: { contentLanguage: 'en', text: texts.bankDetails.en ?? '' },
        }),
      },
    },
  },
})
