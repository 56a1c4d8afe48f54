import { type ParseArgsConfig, parseArgs } from 'node:util'
import { errorCode } from '#values/error.ts'

export const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h'

/** A command's arguments. Prints its usage and exits where they ask for it (status 0) or can't be read (1). */
export function argumentsOrExit<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some(isHelp)) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    if (!errorCode(error)?.startsWith('ERR_PARSE_ARGS')) throw error
    console.error(`有不认识的参数\n${usage}`)
    process.exit(1)
  }
}
