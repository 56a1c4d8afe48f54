import { pipeline } from 'node:stream/promises'
import { meter, type Vault } from '#domain/platform/index.ts'
import { chunksOf } from '#values/bytes.ts'
import { toError } from '#values/error.ts'
import { inParallel } from '#values/parallel.ts'
import { readJournal, readWalState } from './catalog.ts'
import { parseLsn, segmentName, segmentStart } from './lsn.ts'
import { type Manifest, names, type SavedFile } from './manifest.ts'

export interface Verified {
  objectCount: number
  /** Sentences for people, none where all is sound. */
  problems: string[]
  /** How far the archived WAL goes without a gap; null: none is archived. */
  restorableUntil: string | null
}

/** Reads everything that a restore of a backup would read, and compares it with what was stored. */
export async function verifyBackup(vault: Vault, backup: Manifest): Promise<Verified> {
  const problems: string[] = []
  let objectCount = 0
  const check = async (object: string, wanted: Pick<SavedFile, 'bytes' | 'sha256'> | null) => {
    objectCount += 1
    try {
      const { stream, total } = meter()
      const swallow = async (source: AsyncIterable<unknown>) => {
        for await (const _ of chunksOf(source));
      }
      await pipeline(await vault.open(object), stream, swallow)
      const { bytes, sha256 } = total()
      if (wanted && (bytes !== wanted.bytes || sha256 !== wanted.sha256)) problems.push(`${object} 的内容与清单不符`)
    } catch (error) {
      problems.push(`${object}：${toError(error).message}`)
    }
  }
  await check(backup.cluster.object, backup.cluster)
  const state = await readWalState(vault, backup.series)
  const journal = state ? await readJournal(vault, backup.series) : []
  const files = new Map([...backup.files, ...journal].map(file => [file.object, file]))
  await inParallel([...files.values()], file => check(file.object, file))
  if (!state || state.at <= backup.endedAt) return { objectCount, problems, restorableUntil: null }
  // After a failover the archive goes on in another timeline, which its own whole copy begins.
  if (state.timeline !== backup.timeline) return { objectCount, problems, restorableUntil: null }
  const { segments, gap } = await walOf(vault, backup, state.lsn)
  await inParallel(segments, segment => check(segment, null))
  if (gap !== null) problems.push(`缺少预写日志 ${gap}，只能恢复到它之前`)
  return { objectCount, problems, restorableUntil: state.at }
}

/** The objects of the WAL from the backup's end up to a position, and the first that is missing. */
async function walOf(vault: Vault, { series, segmentBytes, timeline, endLsn }: Manifest, until: string) {
  const stored = new Set(await vault.store.list(names.wal(series)))
  const segments: string[] = []
  for (let at = segmentStart(parseLsn(endLsn), segmentBytes); at < parseLsn(until); at += BigInt(segmentBytes)) {
    const name = segmentName(timeline, at, segmentBytes)
    const found = [names.segment(series, name), names.partial(series, name)].find(one => stored.has(one))
    if (!found) return { segments, gap: name }
    segments.push(found)
  }
  return { segments, gap: null }
}
