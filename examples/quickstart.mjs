import { Marketplace } from '@task-marketplace/sdk'

const { BASE_URL, TEST_KEY } = process.env
const market = new Marketplace({ baseUrl: BASE_URL, apiKey: TEST_KEY })

// A task is made of a price: the kind of work, with the reward. maxCost refuses it if it costs more.
const [price] = await market.catalog.prices()
const task = await market.tasks.create({
  offerPriceId: price.id,
  title: 'Find the opening hours',
  totalLimit: 3,
  maxCost: '10',
})

// In the sandbox, executors are simulated. In the live market, this is the work of people.
const { reportId } = await market.sandbox.createExecutor({ taskId: task.id, steps: ['Reserve', 'Submit'] })

const report = await market.reports.get(reportId)
console.log('answers:', report.details, 'proofs:', report.proofUrls.length)
const { status, costPerAction, currency } = await market.reports.accept(reportId)
console.log(status, costPerAction, currency)
