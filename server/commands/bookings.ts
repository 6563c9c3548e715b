import type { Command } from 'commander'
import { approveBooking, listBookingRequests, refuseBooking } from '../payments/booking-requests/actions.ts'
import { bookingRequestStatuses } from '../payments/booking-requests/booking-requests.ts'
import { serializeBookingRequest, serializeBookingRequests } from '../payments/booking-requests/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { collect, command, once } from './program.ts'

type Json = { readonly json?: boolean }

export function bookingCommands(program: Command): void {
  const booking = program.command('booking').description('bookings that await a second operator').exitOverride()
  command(booking, 'list', 'list requested bookings, oldest first')
    .option('--status <status>', `one of ${bookingRequestStatuses.join(', ')}; may be repeated`, collect)
    .option('--page <number>', 'from 1', Number, 1)
    .action(({ json, page, status = ['Requested'] }: Json & { page: number; status?: readonly string[] }) =>
      once(json, async (ctx) => serializeBookingRequests(await listBookingRequests(ctx, status, pageOf(page, 100)))),
    )
  command(booking, 'approve <id>', 'approve a requested booking').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeBookingRequest(await approveBooking(ctx, idFromPath(id)))),
  )
  command(booking, 'refuse <id>', 'refuse a requested booking')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, { json, reason }: Json & { reason: string }) =>
      once(json, async (ctx) => serializeBookingRequest(await refuseBooking(ctx, idFromPath(id), reasonOf(reason)))),
    )
}
