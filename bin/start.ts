/** Starts everything on one machine. One terminal, one Ctrl-C. */
import { programFile } from '#bin/build/built.ts'
import { buildMissingPrograms } from '#bin/build/programs.ts'

await buildMissingPrograms()
await import(programFile('run'))
