import type { Command } from 'commander'
import { countOf } from '../../cli/src/input/options.ts'
import { approveBooking, listBookingRequests, refuseBooking } from '../payments/booking-requests/actions.ts'
import { bookingRequestStatuses } from '../payments/booking-requests/booking-request.ts'
import { bookingRequestJson } from '../payments/booking-requests/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, collect, command, commandGroup } from './program.ts'

type Listing = { readonly page: number; readonly status?: readonly string[] }

export function bookingCommands(program: Command): void {
  const booking = commandGroup(program, 'booking', 'bookings that await a second operator')
  action(
    command(booking, 'list', 'list requested bookings, oldest first')
      .option('--status <status>', `one of ${bookingRequestStatuses.join(', ')}; may be repeated`, collect)
      .option('--page <number>', 'from 1', countOf, 1),
    async (ctx, { page, status = ['Requested'] }: Listing) =>
      bookingRequestJson.serializePage(await listBookingRequests(ctx, status, pageOf(page, 100))),
  )
  action(command(booking, 'approve <id>', 'approve a requested booking'), async (ctx, id: string) =>
    bookingRequestJson.serialize(await approveBooking(ctx, idFromPath(id))),
  )
  actionWithReason(
    command(booking, 'refuse <id>', 'refuse a requested booking'),
    async (ctx, id, reason) => bookingRequestJson.serialize(await refuseBooking(ctx, idFromPath(id), reason)),
    'why',
  )
}
