import { type Command, InvalidArgumentError } from 'commander'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { deliveriesOf, openDelivery, replay, resend, sendTest } from '../webhooks/deliveries/actions.ts'
import { rangeOf } from '../webhooks/deliveries/replay.ts'
import {
  changeEndpoint,
  createEndpoint,
  listWebhooks,
  openEndpoint,
  removeEndpoint,
  rotate,
  urlProblemOf,
} from '../webhooks/endpoints/actions.ts'
import { allKinds } from '../webhooks/event.ts'
import {
  serializeDeliveries,
  serializeDelivery,
  serializeRotated,
  serializeWebhook,
  serializeWebhooks,
} from '../webhooks/serialize.ts'
import { collect, command, once } from './program.ts'

type Json = { readonly json?: boolean }
type Add = Json & {
  readonly email: string
  readonly url: string
  readonly event?: readonly string[]
  readonly description?: string
}
type Paged = { readonly page?: number; readonly pageSize?: number }

const endpoint = (id: string) => idFromPath<'endpoint'>(id)

export function webhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks of an account, and what was sent').exitOverride()
  adding(webhook)
  changing(webhook)
  sending(webhook)
}

function adding(webhook: Command): void {
  command(webhook, 'add', 'tell an address what happens to an account; the secret is printed once')
    .requiredOption('--email <email>')
    .requiredOption('--url <url>', 'where to send; https, unless WEBHOOK_ALLOW_PRIVATE is true')
    .option('--event <kind>', `one of ${allKinds.join(', ')}; may be repeated; the first six when left out`, collect)
    .option('--description <text>')
    .action(({ json, email, event, ...input }: Add) =>
      once(json, async (ctx) => {
        const problem = await urlProblemOf(ctx, input.url)
        const made = await createEndpoint(ctx, { ...input, events: event }, problem, email)
        return { id: made.endpoint.id, secret: made.secret }
      }),
    )
  paged(command(webhook, 'list', 'the webhooks of an account').requiredOption('--email <email>')).action(
    ({ json, email, page, pageSize }: Json & Paged & { email: string }) =>
      once(json, async (ctx) => serializeWebhooks(await listWebhooks(ctx, pageOf(page, pageSize), email))),
  )
  command(webhook, 'show <id>', 'one webhook, and how it does').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeWebhook(await openEndpoint(ctx, endpoint(id)))),
  )
}

function changing(webhook: Command): void {
  for (const [name, enabled, about] of [
    ['enable', true, 'send to it again, beginning with what was pending'],
    ['disable', false, 'send nothing to it for now'],
  ] as const)
    command(webhook, `${name} <id>`, about).action((id: string, { json }: Json) =>
      once(json, async (ctx) => serializeWebhook(await changeEndpoint(ctx, endpoint(id), { enabled }))),
    )
  command(webhook, 'remove <id>', 'send nothing to it ever again').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeWebhook(await removeEndpoint(ctx, endpoint(id)))),
  )
  command(webhook, 'rotate <id>', 'make a new secret; for 24 hours the old one signs too').action(
    (id: string, { json }: Json) => once(json, async (ctx) => serializeRotated(await rotate(ctx, endpoint(id)))),
  )
}

function sending(webhook: Command): void {
  command(webhook, 'test <id>', 'send a test; a running server or worker does it').action(
    (id: string, { json }: Json) => once(json, async (ctx) => serializeDelivery(await sendTest(ctx, endpoint(id)))),
  )
  paged(command(webhook, 'deliveries <id>', 'what was sent within 30 days, the newest first'))
    .option('--status <status>', 'Pending, Retrying, Delivered or Failed; may be repeated', collect)
    .action((id: string, { json, page, pageSize, status }: Json & Paged & { status?: readonly string[] }) =>
      once(json, async (ctx) =>
        serializeDeliveries(await deliveriesOf(ctx, endpoint(id), { status }, pageOf(page, pageSize))),
      ),
    )
  command(webhook, 'delivery <id> <delivery>', 'what was sent, and what came back').action(
    (id: string, delivery: string, { json }: Json) =>
      once(json, async (ctx) => serializeDelivery(await openDelivery(ctx, named(id, delivery)))),
  )
  command(webhook, 'resend <id> <delivery>', 'send a delivery again, under the same id').action(
    (id: string, delivery: string, { json }: Json) =>
      once(json, async (ctx) => serializeDelivery(await resend(ctx, named(id, delivery)))),
  )
  replaying(command(webhook, 'replay <id>', 'send a range of events again, 10,000 at most'))
}

const named = (id: string, delivery: string) => ({
  endpoint: endpoint(id),
  delivery: idFromPath<'delivery'>(delivery),
})

type Range = Json & Omit<Parameters<typeof rangeOf>[0], 'types'> & { readonly type?: readonly string[] }

const replaying = (replays: Command): Command =>
  replays
    .option('--from-sequence <number>', 'the first event', whole)
    .option('--to-sequence <number>', 'the last event', whole)
    .option('--since <time>', 'such as 2026-01-31 or 2026-01-31T12:00:00Z')
    .option('--until <time>', 'the same; a day means its end')
    .option('--type <kind>', 'may be repeated; the kinds of the webhook when left out', collect)
    .option('--only-failed', 'only what was given up')
    .action((id: string, { json, type, ...asked }: Range) =>
      once(json, (ctx) => replay(ctx, endpoint(id), rangeOf({ ...asked, types: type }))),
    )

const paged = (list: Command): Command =>
  list.option('--page <number>', 'from 1', whole).option('--page-size <number>', '1 to 100', whole)

function whole(text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}
