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
  const webhook = program.command('webhook').description('webhooks and their deliveries').exitOverride()
  adding(webhook)
  changing(webhook)
  sending(webhook)
}

function adding(webhook: Command): void {
  command(webhook, 'add', "register a URL for an account's events; the secret is printed once")
    .requiredOption('--email <email>')
    .requiredOption('--url <url>', 'an https URL, or any if WEBHOOK_ALLOW_PRIVATE is true')
    .option('--event <kind>', `one of ${allKinds.join(', ')}; may be repeated; default: the first six`, collect)
    .option('--description <text>')
    .action(({ json, email, event, ...input }: Add) =>
      once(json, async (ctx) => {
        const problem = await urlProblemOf(ctx, input.url)
        const made = await createEndpoint(ctx, { ...input, events: event }, problem, email)
        return { id: made.endpoint.id, secret: made.secret }
      }),
    )
  paged(command(webhook, 'list', 'list the webhooks of an account').requiredOption('--email <email>')).action(
    ({ json, email, page, pageSize }: Json & Paged & { email: string }) =>
      once(json, async (ctx) => serializeWebhooks(await listWebhooks(ctx, pageOf(page, pageSize), email))),
  )
  command(webhook, 'show <id>', 'show a webhook and its health').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeWebhook(await openEndpoint(ctx, endpoint(id)))),
  )
}

function changing(webhook: Command): void {
  for (const [name, enabled, about] of [
    ['enable', true, 'resume a webhook and send its pending deliveries'],
    ['disable', false, 'pause a webhook'],
  ] as const)
    command(webhook, `${name} <id>`, about).action((id: string, { json }: Json) =>
      once(json, async (ctx) => serializeWebhook(await changeEndpoint(ctx, endpoint(id), { enabled }))),
    )
  command(webhook, 'remove <id>', 'delete a webhook').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializeWebhook(await removeEndpoint(ctx, endpoint(id)))),
  )
  command(webhook, 'rotate <id>', 'replace the secret; the old one also signs for 24 hours').action(
    (id: string, { json }: Json) => once(json, async (ctx) => serializeRotated(await rotate(ctx, endpoint(id)))),
  )
}

function sending(webhook: Command): void {
  command(webhook, 'test <id>', 'send a test event; a running server or worker delivers it').action(
    (id: string, { json }: Json) => once(json, async (ctx) => serializeDelivery(await sendTest(ctx, endpoint(id)))),
  )
  paged(command(webhook, 'deliveries <id>', 'list deliveries of the last 30 days, newest first'))
    .option('--status <status>', 'Pending, Retrying, Delivered or Failed; may be repeated', collect)
    .action((id: string, { json, page, pageSize, status }: Json & Paged & { status?: readonly string[] }) =>
      once(json, async (ctx) =>
        serializeDeliveries(await deliveriesOf(ctx, endpoint(id), { status }, pageOf(page, pageSize))),
      ),
    )
  command(webhook, 'delivery <id> <delivery>', 'show a delivery with its attempts').action(
    (id: string, delivery: string, { json }: Json) =>
      once(json, async (ctx) => serializeDelivery(await openDelivery(ctx, named(id, delivery)))),
  )
  command(webhook, 'resend <id> <delivery>', 'repeat a delivery under the same id').action(
    (id: string, delivery: string, { json }: Json) =>
      once(json, async (ctx) => serializeDelivery(await resend(ctx, named(id, delivery)))),
  )
  replaying(command(webhook, 'replay <id>', 'repeat a range of up to 10,000 events'))
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
    .option('--until <time>', 'as --since; a day means its end')
    .option('--type <kind>', 'may be repeated; default: the kinds of the webhook', collect)
    .option('--only-failed', 'only failed deliveries')
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
