import type { A } from '../../api.ts'

export type ReturnAction = A['ReturnAction']

const actions: readonly ReturnAction[] = ['complete', 'screened-out', 'failed-check']

/** Returns the action of a link; undefined if there is none of this name. */
export const actionOf = (text: string): ReturnAction | undefined => actions.find((action) => action === text)

/** Returns the offer whose test run this reservation stands for; undefined if it is the reservation of an executor. */
export function testedOffer(reservation: string): number | undefined {
  const offer = /^test_(\d{1,15})_\d{1,15}$/.exec(reservation)?.[1]
  return offer === undefined ? undefined : Number(offer)
}
