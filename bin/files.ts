import path from 'node:path'
import { Files, openStore } from '#domain/platform/index.ts'
import type { Config } from './config.ts'

/** Files of accounts: in the bucket of `FILES_AT`, else in the data folder. Throws a sentence where a key lacks. */
export const openFiles = ({ filesAt, dataDir }: Config, secret: string): Files =>
  new Files(openStore(filesAt ?? path.join(dataDir, 'files'), process.env), secret)
