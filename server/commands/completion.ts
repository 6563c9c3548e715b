import { Argument, type Command } from 'commander'
import { completionScript, type Shell, shells } from '../../cli/src/input/completion.ts'
import { newProgram } from './program.ts'
import { print } from './terminal.ts'

/** Adds `completion`, which prints a script that completes the words of `market` in a shell. `addAll` adds all commands. */
export const completionCommand =
  (addAll: (program: Command) => Promise<void>) =>
  (program: Command): void => {
    program
      .command('completion')
      .description('print the completion of commands and options for your shell')
      .addArgument(new Argument('<shell>').choices(shells))
      .addHelpText(
        'after',
        '\nFor bash: eval "$(./market completion bash)". For zsh: eval "$(./market completion zsh)".',
      )
      .exitOverride()
      .action(async (shell: Shell) => {
        const all = newProgram()
        await addAll(all)
        print(completionScript(shell, all, ['market', './market']))
      })
  }
