import type { Method } from '../payments/deposits/deposit.ts'
import type { ReceiptLanguage } from './receipt.ts'

export type ReceiptTexts = {
  readonly title: (number: number) => string
  readonly issued: string
  readonly paid: string
  readonly seller: string
  readonly buyer: string
  readonly taxId: string
  readonly account: string
  readonly description: string
  readonly amount: string
  readonly payment: (deposit: number) => string
  readonly reference: string
  readonly method: string
  readonly methods: Readonly<Record<Method, string>>
  readonly total: string
  readonly returned: string
  readonly voided: string
  readonly remaining: string
  readonly page: string
}

export const receiptTexts: Readonly<Record<ReceiptLanguage, ReceiptTexts>> = {
  en: {
    title: (number) => `Receipt No. ${number}`,
    issued: 'Issued on',
    paid: 'Paid on',
    seller: 'Received by',
    buyer: 'Paid by',
    taxId: 'Tax ID',
    account: 'Account',
    description: 'Description',
    amount: 'Amount',
    payment: (deposit) => `Payment to the account balance, deposit No. ${deposit}`,
    reference: 'Reference',
    method: 'Payment method',
    methods: { Stripe: 'Card', Bank: 'Bank transfer', Manual: 'Other' },
    total: 'Total paid',
    returned: 'Returned since',
    voided: 'Void: recorded by mistake',
    remaining: 'Remaining',
    page: 'Issued by',
  },
  ru: {
    title: (number) => `Квитанция № ${number}`,
    issued: 'Дата квитанции',
    paid: 'Дата оплаты',
    seller: 'Получатель',
    buyer: 'Плательщик',
    taxId: 'ИНН или налоговый номер',
    account: 'Учётная запись',
    description: 'Назначение',
    amount: 'Сумма',
    payment: (deposit) => `Пополнение баланса, платёж № ${deposit}`,
    reference: 'Референс платежа',
    method: 'Способ оплаты',
    methods: { Stripe: 'Карта', Bank: 'Банковский перевод', Manual: 'Другой' },
    total: 'Всего оплачено',
    returned: 'Возвращено позже',
    voided: 'Отменено: записано по ошибке',
    remaining: 'Остаток',
    page: 'Выдана на площадке',
  },
}
