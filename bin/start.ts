/** Starts everything on one machine. One terminal, one Ctrl-C. */
import { programFile } from './built.ts'
import { buildMissingPrograms } from './programs.ts'

await buildMissingPrograms()
await import(programFile('run'))
