import { offerExample } from '../offers/openapi-examples.ts'
import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { ReportedOffer } from './offer-report.ts'
import { reportedOfferJson, serializeDecided, serializeReportResult } from './serialize.ts'

const comment = 'It asks for the password of my e-mail account.'
const reported: ReportedOffer = {
  id: idOf(42),
  title: 'A short survey',
  advertiser: idOf(17),
  advertiserEmail: 'anna@example.com',
  status: 'Paused',
  isPausedByReports: true,
  reporters: 4,
  counting: 3,
  firstAt: at('10:00:00'),
  lastAt: at('11:00:00'),
  reports: [{ code: 'Phishing', comment, counts: true, reportedAtUtc: at('11:00:00').toISOString() }],
}
const made = { id: 5, alreadyExists: false }

export const offerReportDocs = docsIn('Work', {
  'POST /api/executor/offers/:offerId/report': {
    id: 'reportOffer',
    summary: 'Report an offer that breaks the rules',
    about:
      'Once per executor and offer; a second report returns the first with `alreadyExists`. Up to `OFFER_REPORTS_PER_DAY` offers in 24 hours. `OFFER_REPORTS_PAUSE` reports by reputable executors pause the offer until an operator decides.',
    body: { report: { code: 'Phishing', comment } },
    answers: {
      200: { made: serializeReportResult(made), again: serializeReportResult({ ...made, alreadyExists: true }) },
    },
    problems: ['offer_not_found', 'offer_unavailable', 'own_offer', 'too_many_offer_reports'],
  },
})

const problems = ['offer_reports_not_found', 'task_state_conflict', 'offer_ended', 'offers_paused']

export const offerReportOperatorDocs = docsIn('Moderation', {
  'GET /api/operator/offer-reports': {
    id: 'listReportedOffers',
    summary: 'List reported offers that await a decision',
    answers: { 200: { page: reportedOfferJson.serializePage(pageWith(reported)) } },
  },
  'POST /api/operator/offers/:offerId/reports/dismiss': {
    id: 'dismissOfferReports',
    summary: 'Dismiss the reports about an offer and resume it if they paused it',
    about: 'Later reports are listed, but do not pause the offer again.',
    body: { dismissal: { reason: 'The survey asks for nothing private.' } },
    answers: { 200: { dismissed: serializeDecided(offerExample) } },
    problems,
  },
  'POST /api/operator/offers/:offerId/reports/uphold': {
    id: 'upholdOfferReports',
    summary: 'Uphold the reports about an offer and suspend it',
    about: 'Its reservations end without penalty; the advertiser sees the reason.',
    body: { decision: { reason: 'The page that it links to collects passwords.' } },
    answers: { 200: { suspended: serializeDecided({ ...offerExample, status: 'Paused' }) } },
    problems,
  },
})
