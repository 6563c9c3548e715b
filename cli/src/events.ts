import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { type Event, follow, interrupted, newestSequence } from './follow.ts'
import { forward, isSecret, newSecret } from './forward.ts'
import { countOf } from './input/options.ts'
import { addressOf, command, isJson, print, printError } from './program.ts'
import { cleanText } from './table.ts'

type Filter = { readonly after?: number; readonly types?: string }
type Listening = Filter & { readonly forwardTo: string; readonly secret?: string }

const typesText = 'only these, such as report.submitted,report.accepted; default: the usual six'
const afterText = 'start after this sequence number; default: only new events'

export function addEventCommands(program: Command): void {
  const logs = command({
    parent: program,
    words: 'logs',
    about: 'print events as they happen, until Ctrl-C',
    act: async (market, { after: given, ...filter }: Filter) => {
      const after = given ?? (await newestSequence(market))
      for await (const event of follow(market, { ...filter, after, signal: interrupted() }))
        print(isJson(logs) ? JSON.stringify(event) : lineOf(event))
      return undefined
    },
  })
  const parent = program.command('webhooks').description('receive webhooks on your own computer').exitOverride()
  const listen = command({
    parent,
    words: 'listen',
    about: 'forward events to a local address as signed webhooks, until Ctrl-C',
    act: async (market, { forwardTo, secret = newSecret(), after: given, ...filter }: Listening) => {
      const after = given ?? (await newestSequence(market))
      printError(`Forwarding events to ${forwardTo}, signed with ${secret}`)
      for await (const event of follow(market, { ...filter, after, signal: interrupted() }))
        print(`${await forward(event, forwardTo, secret)}  ${lineOf(event)}`)
      return undefined
    },
  })
    .requiredOption('--forward-to <address>', 'such as http://127.0.0.1:4000/webhooks', addressOf)
    .option('--secret <secret>', 'sign with this secret; default: a new one, which is printed', secretOf)
  for (const added of [logs, listen])
    added.option('--types <types>', typesText).option('--after <sequence>', afterText, countOf)
}

function lineOf({ timestamp, sequence, type, id, data }: Event): string {
  const { report, task } = data
  const about = [report && `report ${report['id']}`, task && `task ${task['id']}`].filter(Boolean)
  return cleanText([timestamp, sequence, type, id, ...about].join('  '))
}

function secretOf(text: string): string {
  if (isSecret(text)) return text
  throw new InvalidArgumentError('It must be whsec_ and 24 to 64 bytes in base64.')
}
