import { readFileSync } from 'node:fs'
import { Argument, Command, Help, Option } from 'commander'
import { addAccountCommands } from './account.ts'
import { addEventCommands } from './events.ts'
import { completionScript, type Shell, shells } from './input/completion.ts'
import { addItemCommands } from './items.ts'
import { addMessageCommands } from './messages.ts'
import { addressOf, keyName, print } from './program.ts'
import { addQualificationCommands } from './qualifications.ts'
import { addParticipantsCommand, addReportCommands } from './reports.ts'
import { addAccuraciesCommand, addResultsCommand } from './results.ts'
import { addRuleCommands } from './rules.ts'
import { addSandboxCommands } from './sandbox.ts'
import { addStudyCommands } from './studies.ts'
import { addTaskCommands } from './tasks.ts'
import { addTriggerCommand } from './trigger.ts'

/** Returns the program with all its commands. */
export function newProgram(): Command {
  const program = new Command('task-marketplace')
    .description('Tasks, reports, balance and webhooks of an advertiser on Task Marketplace')
    .version(versionOf(), '--version', 'print the version')
    .addOption(
      new Option('--url <address>', 'address of the marketplace')
        .env('MARKETPLACE_URL')
        .default('http://127.0.0.1:8080')
        .argParser(addressOf),
    )
    .addOption(new Option('--key <key>', 'API key, better given by the environment').env(keyName))
    .option('--json', 'print JSON, one line for each result')
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    .showHelpAfterError('Add --help for usage.')
  const groups = [
    addAccountCommands,
    addTaskCommands,
    addItemCommands,
    addResultsCommand,
    addAccuraciesCommand,
    addRuleCommands,
    addParticipantsCommand,
    addReportCommands,
    addStudyCommands,
  ]
  const more = [addQualificationCommands, addMessageCommands, addEventCommands, addTriggerCommand, addSandboxCommands]
  for (const add of [...groups, ...more]) add(program)
  addCompletion(program)
  return program
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the completion of commands and options for your shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', '\nFor bash: eval "$(task-marketplace completion bash)"; for zsh the same with zsh.')
    .exitOverride()
    .action((shell: Shell) => print(completionScript(shell, program, ['task-marketplace'])))
}

const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** Marks the options without which a command does not run. */
const describeOption: Help['optionDescription'] = (option) => {
  const text = Help.prototype.optionDescription.call(new Help(), option)
  return option.mandatory ? `${text} (required)` : text
}
