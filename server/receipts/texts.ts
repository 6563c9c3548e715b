import type { Method, Reversal } from '../payments/deposits/deposit.ts'
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
  readonly creditNote: (number: number) => string
  readonly ofReceipt: string
  readonly receiptOf: (number: number, day: string) => string
  readonly returnedOn: string
  readonly kinds: Readonly<Record<Reversal['kind'], (deposit: number) => string>>
  readonly totalReturned: string
  readonly cancelled: string
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
    creditNote: (number) => `Credit note No. ${number}`,
    ofReceipt: 'For',
    receiptOf: (number, day) => `Receipt No. ${number} of ${day}`,
    returnedOn: 'Returned on',
    kinds: {
      Refund: (deposit) => `Refund of a payment to the account balance, deposit No. ${deposit}`,
      Chargeback: (deposit) => `Chargeback by the bank of the payer, deposit No. ${deposit}`,
      Void: (deposit) => `Deposit No. ${deposit}, recorded by mistake`,
    },
    totalReturned: 'Total returned',
    cancelled: 'Cancelled: the money came back',
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
    creditNote: (number) => `Кредит-нота № ${number}`,
    ofReceipt: 'К документу',
    receiptOf: (number, day) => `Квитанция № ${number} от ${day}`,
    returnedOn: 'Дата возврата',
    kinds: {
      Refund: (deposit) => `Возврат пополнения баланса, платёж № ${deposit}`,
      Chargeback: (deposit) => `Возврат по требованию банка плательщика, платёж № ${deposit}`,
      Void: (deposit) => `Платёж № ${deposit}, записан по ошибке`,
    },
    totalReturned: 'Всего возвращено',
    cancelled: 'Отменено: деньги вернулись',
  },
}
