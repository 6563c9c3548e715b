import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'
import { billing, booked, partlyRefunded } from './bodies-deposits.ts'
import { advertisers, type Operation, operators } from './operation.ts'
import { nothing, on, type Ready } from './ready.ts'

const missing = { missing: '404 deposit_not_found' }

const content = { title: 'Answer a short survey', totalLimit: 50, minAge: 18 }
let templates = 0
// A second template of the same name replaces the first one, and an account has 50 at most.
const templateBody = () => ({ name: `Survey ${++templates % 40}`, content })
const template = async ({ advertiser: { a } }: Callers): Promise<number> =>
  expectOk(await a.post('/api/advertiser/task-templates', templateBody())).id

/** Operations on receipts, what they say about the buyer, and an advertiser's own templates. */
export const receiptOperations: readonly Operation[] = [
  advertisers('GET /billing-details', nothing),
  advertisers('PUT /billing-details', billing),
  advertisers('GET /deposits/:depositId/receipt', on(booked), missing),
  operators('GET /deposits/:depositId/receipt', on(booked), missing),
  advertisers('GET /deposits/:depositId/credit-notes', on(partlyRefunded), missing),
  operators('GET /deposits/:depositId/credit-notes', on(partlyRefunded), missing),
  advertisers('GET /task-templates', nothing),
  advertisers('POST /task-templates', async (): Promise<Ready> => ({ body: templateBody() })),
  advertisers('DELETE /task-templates/:templateId', on(template), {
    missing: '404 template_not_found',
    again: '404 template_not_found',
  }),
]
