import { Argument, type Command } from 'commander'
import { newProgram } from './program.ts'
import { print } from './terminal.ts'

/** Adds `completion`, which prints a script that completes the words of `market` in a shell. `addAll` adds all commands. */
export const completionCommand =
  (addAll: (program: Command) => Promise<void>) =>
  (program: Command): void => {
    program
      .command('completion')
      .description('print the completion of commands and options for your shell')
      .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
      .addHelpText(
        'after',
        '\nFor bash: eval "$(./market completion bash)". For zsh: eval "$(./market completion zsh)".',
      )
      .exitOverride()
      .action(async (shell: 'bash' | 'zsh') => {
        const all = newProgram()
        await addAll(all)
        print(scriptFor(shell, all))
      })
  }

/** One case for each command: its words are its subcommands, or its options. */
function scriptFor(shell: 'bash' | 'zsh', program: Command): string {
  const lines = casesOf(program, '').map(([path, words]) => `    '${path}') words='${words.join(' ')}' ;;`)
  // Words that are no commands, such as options and their values, end the path.
  const start = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : ''
  return `${start}_market() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*|*[!a-z-]*) break ;; esac
    path="$path $word"
  done
  case "\${path# }" in
${lines.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _market market ./market`
}

function casesOf(command: Command, path: string): [path: string, words: string[]][] {
  const below = command.commands.flatMap((each) => casesOf(each, `${path} ${each.name()}`.trim()))
  const options = command.options.flatMap(({ long }) => (long ? [long] : []))
  return [[path, [...command.commands.map((each) => each.name()), ...options, '--help']], ...below]
}
