import { Marketplace } from '@task-marketplace/sdk'

const { BASE_URL = 'http://127.0.0.1:8080', TEST_KEY } = process.env
const market = new Marketplace({ baseUrl: BASE_URL, apiKey: TEST_KEY })

// A price is a type of work and its reward. A task that would cost more than maxCost is refused.
const [price] = await market.catalog.prices()
if (!price) throw new Error('This marketplace has no prices.')
const task = await market.tasks.create({ offerPriceId: price.id, title: 'My first task', totalLimit: 1, maxCost: '10' })

// In the sandbox, a simulated executor does the work. In the live market, people do it.
const { reportId, steps } = await market.sandbox.createExecutor({ taskId: task.id, steps: ['Reserve', 'Submit'] })
if (reportId === null) throw new Error(JSON.stringify(steps))

const report = await market.reports.get(reportId)
console.log('answers:', report.details, 'proofs:', report.proofUrls.length)
const { status, costPerAction, currency } = await market.reports.accept(reportId)
console.log(status, costPerAction, currency)
