import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { command, idOf } from './program.ts'

export function addStudyCommands(program: Command): void {
  const parent = program.command('study').description('connect a task with your own site').exitOverride()
  const one = (words: string, about: string, act: (market: Marketplace, task: number) => PromiseLike<object>) =>
    command({ parent, words, about, act }).argument('<task>', 'id of the task', idOf)
  one('secret', 'show the secret that signs addresses and return links', (market, task) =>
    market.tasks.studySecret(task),
  )
  one('try', 'begin a test run, and show the address to open', (market, task) => market.tasks.startTestRun(task))
  one('tried', 'show which return links of the test run arrived', (market, task) => market.tasks.testRun(task))
}
