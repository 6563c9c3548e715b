import type { Command } from 'commander'

export const shells = ['bash', 'zsh'] as const
export type Shell = (typeof shells)[number]

/** Returns a script that completes the words of a program in a shell. `names`: how people call it, the first a plain word. */
export function completionScript(shell: Shell, program: Command, names: readonly [string, ...string[]]): string {
  const lines = casesOf(program, '').map(([path, words]) => `    '${path}') words='${words.join(' ')}' ;;`)
  const its = `_${names[0].replaceAll('-', '_')}`
  // Words that are no commands, such as options and their values, end the path.
  const start = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : ''
  return `${start}${its}() {
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
complete -o default -F ${its} ${names.join(' ')}`
}

/** One case for each command: its words are its subcommands, or its options. */
function casesOf(command: Command, path: string): [path: string, words: string[]][] {
  const below = command.commands.flatMap((each) => casesOf(each, `${path} ${each.name()}`.trim()))
  const options = command.options.flatMap(({ long }) => (long ? [long] : []))
  return [[path, [...command.commands.map((each) => each.name()), ...options, '--help']], ...below]
}
