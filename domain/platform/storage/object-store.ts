import type { Readable } from 'node:stream'
import { FolderStore } from './folder-store.ts'
import { readS3Settings, S3Store } from './s3-store.ts'

/** Bytes of an object behind the first `from` ones; it may end earlier. */
export interface ByteRange {
  from: number
  byteCount: number
}

/**
 * Where files or backups are: a folder or a bucket. Names are relative paths of letters, digits and `/._~-`. A missing
 * object is an error with the code ENOENT, but for its removal.
 */
export interface ObjectStore {
  /** For people: the folder, or the bucket's address. */
  readonly place: string
  /** Stores a stream under a name, all or nothing; one that is there is replaced. */
  put: (name: string, source: Readable) => Promise<void>
  open: (name: string, range?: ByteRange) => Promise<Readable>
  /** In bytes. */
  sizeOf: (name: string) => Promise<number>
  /** The names that begin with a prefix, sorted. */
  list: (prefix: string) => Promise<string[]>
  remove: (name: string) => Promise<void>
  /** Removes what killed writers have left, where it can be seen. */
  removeUnfinished: (before: Date) => Promise<void>
  /** Of the disk; endless in a bucket. */
  freeBytes: () => Promise<number>
}

/** `/backups/hongyan`, or `s3://bucket/folder` with the settings S3_… of the environment. */
export const openStore = (place: string, env: NodeJS.ProcessEnv): ObjectStore =>
  place.startsWith('s3://') ? new S3Store(place, readS3Settings(env)) : new FolderStore(place)
