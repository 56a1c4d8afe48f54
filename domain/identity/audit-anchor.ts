import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

const headLine = z.object({ at: z.string(), chain: accountUuid, position: z.number(), hash: z.string() })
export type AuditAnchor = z.infer<typeof headLine>

const fileOf = (dataDir: string) => path.join(dataDir, 'audit', 'heads.jsonl')

/**
 * Anchors the audit log: appends the head of every chain that grew to a file outside of the database, so that deleting
 * the last lines with their hashes and resetting the head requires changing this file, or its remote copy, too.
 */
export async function anchorHeads(executor: Executor, dataDir: string, now: Date): Promise<number> {
  const known = new Map((await readHeads(dataDir)).map(({ chain, position }) => [chain, position]))
  const { rows } = await sql<{ accountId: AccountId; headPosition: number; headHash: Buffer }>`
    select account_id, head_position, head_hash from audit_chain -- across accounts: the heads of all chains
    where head_position > 0 order by account_id`.execute(executor)
  const grown = rows.filter(row => row.headPosition > (known.get(row.accountId) ?? 0))
  const lines = grown.map(row => {
    const head: AuditAnchor = {
      at: now.toISOString(),
      chain: row.accountId,
      position: row.headPosition,
      hash: row.headHash.toString('hex'),
    }
    return `${JSON.stringify(head)}\n`
  })
  await mkdir(path.dirname(fileOf(dataDir)), { recursive: true })
  if (lines.length > 0) await appendFile(fileOf(dataDir), lines.join(''), { mode: 0o600, flush: true })
  return grown.length
}

/** The anchored heads, oldest first; none if there is no file. Ignores a last line truncated by a crash. */
export async function readHeads(dataDir: string): Promise<AuditAnchor[]> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap(line => {
    try {
      return [headLine.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** Anchored heads that a chain no longer matches. Heads before the start of the chain have passed retention. */
export async function mismatchedAnchors(executor: Executor, heads: readonly AuditAnchor[]): Promise<AuditAnchor[]> {
  const broken: AuditAnchor[] = []
  for (const head of heads) {
    const entry = await executor
      .selectFrom('auditChainEntry')
      .select('hash')
      .where('accountId', '=', head.chain)
      .where('position', '=', head.position)
      .executeTakeFirst()
    const chain = await executor.selectFrom('auditChain').select('basePosition').where('accountId', '=', head.chain).executeTakeFirst()
    const isRetired = head.position < (chain?.basePosition ?? 0)
    if (!isRetired && head.position !== chain?.basePosition && entry?.hash.toString('hex') !== head.hash) broken.push(head)
  }
  return broken
}
