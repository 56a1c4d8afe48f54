import type { Readable } from 'node:stream'
import { FolderStore } from './folder-store.ts'
import { readS3Settings, S3Store } from './s3-store.ts'

/** Where backups are: a folder or a bucket. Names are relative paths of letters, digits and `/._~-`. */
export interface BackupStore {
  /** For people: the folder, or the bucket's address. */
  readonly place: string
  /** Stores a stream under a name, all or nothing; one that is there is replaced. */
  put: (name: string, source: Readable) => Promise<void>
  open: (name: string) => Promise<Readable>
  /** The names that begin with a prefix, sorted. */
  list: (prefix: string) => Promise<string[]>
  /** A missing one is no error. */
  remove: (name: string) => Promise<void>
  /** Removes what killed writers have left, where it can be seen. */
  removeUnfinished: (before: Date) => Promise<void>
}

/** `/backups/hongyan`, or `s3://bucket/folder` with the settings S3_… of the environment. */
export const openStore = (place: string, env: NodeJS.ProcessEnv): BackupStore =>
  place.startsWith('s3://') ? new S3Store(place, readS3Settings(env)) : new FolderStore(place)
