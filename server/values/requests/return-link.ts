import { Type } from 'typebox'

/** What the site of a study can report about a reservation. */
export const returnActions = ['complete', 'screened-out', 'failed-check'] as const
export type ReturnAction = (typeof returnActions)[number]

/** What a return link says, in addition to the reservation. */
export type ReturnLink = { readonly action: ReturnAction; readonly signature: string }

/** The length of a signature: 256 bits in hexadecimal digits. */
const signatureLength = 64

/** What a return link says, in a body. A signature of another length is wrong like any other. */
export const returnMembers = {
  action: Type.Enum([...returnActions], { description: 'The action of the return link' }),
  signature: Type.String({
    maxLength: 200,
    description: `The signature of the return link: ${signatureLength} characters`,
  }),
}
