import type { Units } from '../../values/money.ts'
import { isClosed, type Offer } from '../offer.ts'
import { costPerAction, costPerScreenOut } from '../rewards/costs.ts'

const statusesWithoutHold = ['Draft', 'Rejected']

/**
 * Returns the required hold: every slot neither paid nor released, those kept for appeals, those who may still be screened out, and the flat
 * costs until approval. On closed offers, the slot of who is screened out pays for it.
 */
export function requiredHold(offer: Offer): Units {
  if (statusesWithoutHold.includes(offer.status)) return 0n
  const { reserved, pending, rework, kept } = offer
  const open = reserved + pending + rework + kept + (isClosed(offer.status) ? 0 : offer.remaining)
  const screenOuts = isClosed(offer.status) ? 0 : (offer.screenOutMax ?? 0) - (offer.screenedOut ?? 0)
  return (
    costPerAction(offer) * BigInt(open) +
    costPerScreenOut(offer) * BigInt(screenOuts) +
    (offer.status === 'PendingModeration' ? offer.flatUnits : 0n)
  )
}

/** How many free slots the hold covers. */
const heldFreeSlots = ({ status, remaining }: Offer): number =>
  statusesWithoutHold.includes(status) || isClosed(status) ? 0 : remaining

/** Returns the offer after a change with the costs kept that would else be released, as far as executions can be appealed. */
export function keepForAppeals(before: Offer, after: Offer): Offer {
  const freed = Math.max(heldFreeSlots(before) - heldFreeSlots(after), 0)
  const more = Math.min(freed, after.uncovered)
  return more === 0 ? after : { ...after, kept: after.kept + more, uncovered: after.uncovered - more }
}
