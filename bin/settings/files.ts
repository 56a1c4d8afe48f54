import path from 'node:path'
import type { MessageArchive } from '#domain/message-archive/index.ts'
import { Files, openStore, Vault } from '#domain/platform/index.ts'
import type { Config } from './config.ts'

/** Files of accounts: in the bucket of `FILES_AT`, else in the data folder. Throws a sentence where a key lacks. */
export const openFiles = ({ filesAt, dataDir }: Config, secret: string): Files =>
  new Files(openStore(filesAt ?? path.join(dataDir, 'files'), process.env), secret)

/** Old months of messages, for programs that have a login of the platform's role past a pooler. */
export const openArchive = ({ archiveTo }: Config, secret: string, url: string): MessageArchive => ({
  vault: new Vault(openStore(archiveTo, process.env), secret),
  secret,
  url,
})
