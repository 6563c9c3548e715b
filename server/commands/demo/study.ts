import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { freePort } from '../../platform/listening.ts'
import { asOperator, type Clients, openerFor, type TaskBody } from './clients.ts'

const title = 'A study about coffee'
const loopback = ['127.0.0.1', 'localhost']
const portMax = 65_535

type Example = {
  studyServer(options: {
    readonly marketplace: string
    readonly secret: string
    readonly record: (answers: object) => void
  }): Server
}
const example = new URL('../../../examples/study-server.mjs', import.meta.url)

/**
 * Serves the example of a study on the next port after that of task pages or, if it is taken, on a free one, and has a task that leads there.
 * The server ends with the process. A marketplace for other machines has none, because they would not reach it.
 */
export async function openStudy(config: Config, clients: Clients, logger: FastifyBaseLogger): Promise<void> {
  const { host, tasksPort, publicUrl } = config
  const { hostname } = new URL(publicUrl)
  if (!loopback.includes(hostname)) return
  const port = await freePort({ host, port: Math.min(tasksPort + 1, portMax) })
  const task = await taskOf(clients, `http://${hostname}:${port}/`)
  const { secret } = await clients.advertiser.tasks.studySecret(task)
  const { studyServer }: Example = await import(example.href)
  const record = (answers: object) => logger.debug({ answers }, 'study of the demo')
  const server = studyServer({ marketplace: publicUrl, secret, record })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  server.on('connection', (socket) => socket.unref()).unref()
}

const pageAt = (url: string): NonNullable<TaskBody['page']> => ({
  kind: 'external',
  opensIn: 'tab',
  url,
  signed: true,
  answerSchema: { type: 'object' },
})

/** Returns the task that leads to the study. It is created once; a later start may have another port. */
async function taskOf(clients: Clients, url: string): Promise<number> {
  const { items } = await clients.advertiser.tasks.list({ search: title, includeArchived: true })
  const known = items.find((task) => task.title === title)
  if (!known) return (await openerFor(clients))('survey.study', { ...study, page: pageAt(url) })
  const { id, status, page } = await clients.advertiser.tasks.get(known.id)
  if (page?.url === url || status === 'Archived' || status === 'Completed') return id
  const { version } = await clients.advertiser.tasks.update(id, { page: pageAt(url) })
  // If changes need no approval, there is nothing to approve.
  await asOperator(clients.operator, `offers/${id}/change/approve`, { version }).catch(() => undefined)
  return id
}

const study: Omit<TaskBody, 'offerPriceId'> = {
  title,
  description:
    'Open the study, answer two questions, and come back. Your work is submitted by itself. It is about people who drink coffee: others are paid 0.05.',
  sourceLanguage: 'en',
  translations: {
    ru: {
      title: 'Исследование о кофе',
      description:
        'Откройте исследование, ответьте на два вопроса и вернитесь. Работа отправится сама. Нужны люди, которые пьют кофе: остальным заплатят 0,05. Вопросы на английском языке.',
    },
  },
  details: { estimatedMinutes: 2 },
  totalLimit: 50,
  rewardPerAction: '0.3',
  autoAcceptRules: [{ type: 'CompletionCode' }],
  quotas: [
    { name: 'Women', max: 25, gender: 'Female' },
    { name: 'Men', max: 25, gender: 'Male' },
  ],
  screenOut: { reward: '0.05', max: 20 },
}
