import { Type } from 'typebox'
import { instant, nullable } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import {
  addressLengthMax,
  addressLinesMax,
  type BillingDetails,
  nameLengthMax,
  taxIdLengthMax,
} from './billing-details.ts'

const name = titleText({ maxLength: nameLengthMax, description: 'Company or person' })
const address = proseText({ maxLength: addressLengthMax, description: `Up to ${addressLinesMax} lines` })
const taxId = nullable(titleText({ maxLength: taxIdLengthMax, description: 'Tax or VAT number' }))

export const billingBody = Type.Object({ name, address, taxId })

export const billingJson = serializer<BillingDetails>({ title: 'BillingDetails' })({
  name: [nullable(name), 'name'],
  address: [nullable(address), 'address'],
  taxId,
  updatedAtUtc: nullable(instant),
})
