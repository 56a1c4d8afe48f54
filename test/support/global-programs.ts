import { buildMissingPrograms } from '#bin/build/programs.ts'

/** Builds the programs before any file starts one: two files at once would replace each other's. */
export default (): Promise<void> => buildMissingPrograms()
