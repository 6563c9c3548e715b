import { Marketplace } from '@task-marketplace/sdk'

const { BASE_URL, API_KEY } = process.env
const market = new Marketplace({ baseUrl: BASE_URL, apiKey: API_KEY })

const { items } = await market.reports.list({ status: 'Pending', pageSize: 1 })
const { id, status, rewardPerAction, costPerAction } = await market.reports.accept(items[0].id)
console.log({ id, status, rewardPerAction, costPerAction })
