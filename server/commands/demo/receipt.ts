import { numbers, oneOf } from './numbers.ts'

export type Receipt = {
  readonly shop: string
  readonly lines: readonly { readonly name: string; readonly price: number }[]
  readonly total: number
}

const shops = ['Harbour Market', 'Corner Bakery', 'Green Grocer', 'Station Kiosk']
const goods = ['Milk', 'Bread', 'Apples', 'Cheese', 'Tea', 'Rice', 'Eggs', 'Soap']

/** Returns what the picture of a receipt shows. */
export function receiptOf(seed: number): Receipt {
  const next = numbers(seed + 7_001)
  const cents = Array.from({ length: 3 + next(3) }, () => 80 + next(900))
  const first = next(goods.length)
  const lines = cents.map((each, index) => ({
    name: goods[(first + index) % goods.length] as string,
    price: each / 100,
  }))
  return { shop: oneOf(next, shops), lines, total: cents.reduce((sum, each) => sum + each, 0) / 100 }
}
