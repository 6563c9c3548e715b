import { type Command, InvalidArgumentError } from 'commander'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { deliveriesOf, openDelivery, replay, resend, sendChallenge, sendTest } from '../webhooks/deliveries/actions.ts'
import { rangeOf } from '../webhooks/deliveries/delivery.ts'
import { deliveryJson, serializeDeliveries } from '../webhooks/deliveries/serialize.ts'
import {
  changeEndpoint,
  createEndpoint,
  listWebhooks,
  openEndpoint,
  removeEndpoint,
  rotate,
  urlProblemOf,
} from '../webhooks/endpoints/actions.ts'
import { rotatedJson, webhookJson } from '../webhooks/endpoints/serialize.ts'
import { allKinds } from '../webhooks/events/event.ts'
import { action, collect, command, commandGroup, type Paged } from './program.ts'

type NewWebhook = {
  readonly email: string
  readonly url: string
  readonly event?: readonly string[]
  readonly description?: string
  readonly trusted?: boolean
}

export function webhookCommands(program: Command): void {
  const webhook = commandGroup(program, 'webhook', 'webhooks and their deliveries')
  endpointCommands(webhook)
  changeCommands(webhook)
  deliveryCommands(webhook)
}

function endpointCommands(webhook: Command): void {
  action(
    command(webhook, 'add', "register a URL for an account's events; the secret is printed once")
      .requiredOption('--email <email>')
      .requiredOption('--url <url>', 'an https URL, or any if WEBHOOK_ALLOW_PRIVATE is true')
      .option('--event <kind>', `one of ${allKinds.join(', ')}; may be repeated; default: the first six`, collect)
      .option('--description <text>')
      .option('--trusted', 'you know the receiver: it gets events without answering a challenge'),
    async (ctx, { email, event, trusted: isTrusted = false, ...input }: NewWebhook) => {
      const problem = await urlProblemOf(ctx, input.url)
      const { id, secret } = await createEndpoint(ctx, { ...input, events: event }, problem, { email, isTrusted })
      return { id, secret }
    },
  )
  action(
    paged(command(webhook, 'list', 'list the webhooks of an account').requiredOption('--email <email>')),
    async (ctx, { email, page, pageSize }: Paged & { email: string }) =>
      webhookJson.serializePage(await listWebhooks(ctx, pageOf(page, pageSize), email)),
  )
  action(command(webhook, 'show <id>', 'show a webhook and its health'), async (ctx, id: string) =>
    webhookJson.serialize(await openEndpoint(ctx, idFromPath(id))),
  )
}

function changeCommands(webhook: Command): void {
  for (const [name, enabled, about] of [
    ['enable', true, 'resume a webhook and send its pending deliveries'],
    ['disable', false, 'pause a webhook'],
  ] as const)
    action(command(webhook, `${name} <id>`, about), async (ctx, id: string) =>
      webhookJson.serialize(await changeEndpoint(ctx, idFromPath(id), { enabled })),
    )
  action(command(webhook, 'remove <id>', 'delete a webhook'), async (ctx, id: string) =>
    webhookJson.serialize(await removeEndpoint(ctx, idFromPath(id))),
  )
  action(
    command(webhook, 'rotate <id>', 'replace the secret; the old one also signs for 24 hours').option(
      '--expire-previous',
      'the old one leaked: it stops signing at once',
    ),
    async (ctx, id: string, { expirePrevious = false }: { expirePrevious?: boolean }) =>
      rotatedJson.serialize(await rotate(ctx, idFromPath(id), expirePrevious)),
  )
}

function deliveryCommands(webhook: Command): void {
  action(
    command(webhook, 'test <id>', 'send a test event; a running server or worker delivers it'),
    async (ctx, id: string) => deliveryJson.serialize(await sendTest(ctx, idFromPath(id))),
  )
  action(
    command(webhook, 'verify <id>', 'send a challenge again; the webhook gets events once it is answered'),
    async (ctx, id: string) => deliveryJson.serialize(await sendChallenge(ctx, idFromPath(id))),
  )
  action(
    paged(command(webhook, 'deliveries <id>', 'list deliveries of the last 30 days, newest first')).option(
      '--status <status>',
      'Pending, Retrying, Delivered or Failed; may be repeated',
      collect,
    ),
    async (ctx, id: string, { page, pageSize, status }: Paged & { status?: readonly string[] }) =>
      serializeDeliveries(await deliveriesOf(ctx, idFromPath(id), { status }, pageOf(page, pageSize))),
  )
  for (const [name, about, act] of [
    ['delivery', 'show a delivery with its attempts', openDelivery],
    ['resend', 'repeat a delivery under the same id', resend],
  ] as const)
    action(command(webhook, `${name} <id> <delivery>`, about), async (ctx, id: string, delivery: string) =>
      deliveryJson.serialize(await act(ctx, { endpoint: idFromPath(id), delivery: idFromPath(delivery) })),
    )
  replayCommand(webhook)
}

type Range = Omit<Parameters<typeof rangeOf>[0], 'types'> & { readonly type?: readonly string[] }

const replayCommand = (webhook: Command): Command =>
  action(
    command(webhook, 'replay <id>', 'repeat a range of up to 10,000 events')
      .option('--from-sequence <number>', 'the first event', positiveInteger)
      .option('--to-sequence <number>', 'the last event', positiveInteger)
      .option('--since <time>', 'such as 2026-01-31 or 2026-01-31T12:00:00Z')
      .option('--until <time>', 'as --since; a day means its end')
      .option('--type <kind>', 'may be repeated; default: the kinds of the webhook', collect)
      .option('--only-failed', 'only failed deliveries'),
    (ctx, id: string, { type, ...range }: Range) => replay(ctx, idFromPath(id), rangeOf({ ...range, types: type })),
  )

const paged = (list: Command): Command =>
  list.option('--page <number>', 'from 1', positiveInteger).option('--page-size <number>', '1 to 100', positiveInteger)

function positiveInteger(text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return number
}
