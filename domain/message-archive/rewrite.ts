import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { ArchivedMessage } from '#contract/personal-data/admin-personal-data.ts'
import type { Db } from '#db/connect.ts'
import type { PrimaryClient } from '#db/primary.ts'
import { chunksOf } from '#values/bytes.ts'
import { type ArchivedFile, listFiles, lockArchive, type MessageArchive, tidyMonth, writeFile } from './archive.ts'

/**
 * An archive that nobody else writes: its files are read one after the other, as many bytes as they have. PostgreSQL
 * reads and writes the lines, in a table of the session.
 */
export class OpenArchive {
  readonly #db: Db
  readonly #archive: MessageArchive
  readonly #client: PrimaryClient

  private constructor(db: Db, archive: MessageArchive, client: PrimaryClient) {
    this.#db = db
    this.#archive = archive
    this.#client = client
  }

  /** Null while another process works on it. */
  static async open(db: Db, archive: MessageArchive): Promise<OpenArchive | null> {
    const client = await lockArchive(archive)
    return client && new OpenArchive(db, archive, client)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** Messages to a number, oldest first. */
  async find(phone: string): Promise<ArchivedMessage[]> {
    const found: ArchivedMessage[] = []
    for (const file of await this.#filesWith(phone))
      await this.#inTable(file, async () => {
        const { rows } = await this.#client.query<ArchivedMessage>(
          `select account_id as "accountId", message_id as "messageId", content from archived_message where phone = $1 order by message_id`,
          [phone],
        )
        found.push(...rows)
      })
    return found
  }

  /** Replaces number and text of messages to a number, and removes all former files. Returns how many there were. */
  async erase(phone: string, erasedText: string): Promise<number> {
    let count = 0
    for (const file of await this.#filesWith(phone))
      count += await this.#inTable(file, async columns => {
        const { rowCount } = await this.#client.query('update archived_message set phone = $2, content = $2 where phone = $1', [
          phone,
          erasedText,
        ])
        if (!rowCount) return 0
        const lines = this.#client.query(
          copyTo(`copy (select ${columns} from archived_message order by message_id) to stdout (format csv, header)`),
        )
        const { accountId, month, messageCount } = file
        await writeFile(this.#db, this.#archive, { accountId, month, messageCount, lines, written: () => lines.rowCount })
        return rowCount
      })
    const months = new Set((await listFiles(this.#db)).map(({ month }) => month))
    for (const month of months) await tidyMonth(this.#db, this.#archive, month)
    return count
  }

  async #filesWith(text: string): Promise<ArchivedFile[]> {
    const found: ArchivedFile[] = []
    for (const file of await listFiles(this.#db)) if (await this.#has(file, Buffer.from(text))) found.push(file)
    return found
  }

  async #has(file: ArchivedFile, wanted: Buffer): Promise<boolean> {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of chunksOf(await this.#archive.vault.open(file.object))) {
      const bytes = Buffer.concat([rest, chunk])
      if (bytes.includes(wanted)) return true
      rest = bytes.subarray(Math.max(0, bytes.length - wanted.length + 1))
    }
    return false
  }

  /** Works on a file's rows in a table `archived_message` of a transaction. */
  async #inTable<T>(file: ArchivedFile, work: (columns: string) => Promise<T>): Promise<T> {
    await this.#client.query('begin')
    try {
      await this.#client.query('create temporary table archived_message (like message) on commit drop')
      const columns = await copyInto(this.#client, 'archived_message', { archive: this.#archive, file })
      return await work(columns)
    } finally {
      await this.#client.query('rollback')
    }
  }
}

/** Reads a file into a table by its line of names, which are returned: `account_id,message_id,…`. */
export async function copyInto(
  client: PrimaryClient,
  table: string,
  { archive, file }: { archive: MessageArchive; file: ArchivedFile },
): Promise<string> {
  const columns = await firstLine(archive, file)
  if (!/^\w+(,\w+)*$/.test(columns)) throw new Error(`归档文件 ${file.object} 的首行不是列名`)
  const rows = client.query(copyFrom(`copy ${table} (${columns}) from stdin (format csv, header match)`))
  await pipeline(await archive.vault.open(file.object), rows)
  if (rows.rowCount !== file.messageCount) throw new Error(`归档文件 ${file.object} 有 ${rows.rowCount} 条，应为 ${file.messageCount} 条`)
  return columns
}

async function firstLine({ vault }: MessageArchive, file: ArchivedFile): Promise<string> {
  let text = ''
  for await (const chunk of chunksOf(await vault.open(file.object))) {
    text += chunk.toString()
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}
