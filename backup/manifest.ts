import { z } from 'zod'

const stored = z.object({ bytes: z.number(), sha256: z.string(), storedBytes: z.number(), storedSha256: z.string() })

/** A file of the data folder as it was at one moment. */
const savedFile = stored.extend({
  /** Relative to the data folder. */
  path: z.string(),
  object: z.string(),
  modifiedAtMs: z.number(),
})
export type SavedFile = z.infer<typeof savedFile>

export const manifest = z.object({
  format: z.literal(1),
  backupId: z.string(),
  /** The data folder that it is of: a restored one begins another series. */
  series: z.string(),
  /** The program's version and PostgreSQL's release. */
  version: z.string(),
  postgres: z.number(),
  isEmbedded: z.boolean(),
  systemId: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  startedAt: z.iso.datetime(),
  /** By the database's clock: the earliest moment that can be restored to with it. */
  endedAt: z.iso.datetime(),
  keyId: z.string(),
  cluster: stored.extend({ object: z.string() }),
  files: z.array(savedFile),
})
export type Manifest = z.infer<typeof manifest>

/** Files that were stored after a backup, by one pass over the data folder. */
export const journalEntry = z.object({ files: z.array(savedFile) })

/** How far the archived WAL goes: every commit before `at` is in it. */
export const walState = z.object({ at: z.iso.datetime(), lsn: z.string(), timeline: z.number() })
export type WalState = z.infer<typeof walState>

/** Where everything is in the store. */
export const names = {
  backups: 'backups/',
  manifest: (backupId: string) => `backups/${backupId}/manifest`,
  cluster: (backupId: string) => `backups/${backupId}/cluster`,
  files: (series: string) => `files/${series}/`,
  /** A file that changes is another object. */
  file: (series: string, path: string, modifiedAtMs: number, bytes: number) =>
    `files/${series}/${path}~${Math.trunc(modifiedAtMs)}-${bytes}`,
  wal: (series: string) => `wal/${series}/`,
  segment: (series: string, segment: string) => `wal/${series}/${segment}`,
  /** The newest segment so far. */
  partial: (series: string, segment: string) => `wal/${series}/${segment}.partial`,
  walState: (series: string) => `state/${series}`,
  journals: (series: string) => `journal/${series}/`,
  journal: (series: string, id: string) => `journal/${series}/${id}`,
}
