import type { Db, Tx } from '#db/connect.ts'
import { blockedPhones, countHits, overFrequency } from '#domain/blacklist/index.ts'
import { portedOperators } from '#domain/numbering/index.ts'
import { type Reading, whileReading, writeProgress, writeRecipients } from './reading.ts'
import type { RefusedRow, RefusedRows } from './refused-rows.ts'
import type { ReportCount } from './report-count.ts'
import type { Recipient } from './row-check.ts'

/** Rows of one turn: those that may be sent to unless the database knows better, and those that are refused already. */
export interface Batch {
  recipients: (Recipient & { cells: string[] })[]
  refused: RefusedRow[]
  /** Of the file, when the last of the rows had been read. */
  readBytes: number
}

interface ImportContext {
  db: Db
  now: () => Date
  refusedRows: RefusedRows
  count: ReportCount
}

/** Writes batch after batch, one of them at a time, while the next one is being read. */
export class BatchWriter {
  readonly #reading: Reading
  readonly #context: ImportContext
  #pending: Promise<void> = Promise.resolve()

  constructor(reading: Reading, context: ImportContext) {
    this.#reading = reading
    this.#context = context
  }

  /** Waits for the batch before this one, and fails as it failed. */
  async add(batch: Batch): Promise<void> {
    await this.#pending
    this.#pending = this.#write(batch)
    // It is awaited at the next turn; until then a failure is not unheard.
    this.#pending.catch(() => undefined)
  }

  /** All batches are written, or the last one's failure is thrown. */
  end(): Promise<void> {
    return this.#pending
  }

  async #write({ recipients, refused, readBytes }: Batch): Promise<void> {
    const { db, count, refusedRows } = this.#context
    await whileReading(db, this.#reading, async tx => {
      const reasons = await this.#forbidden(tx, recipients)
      const valid = reasons.size === 0 ? recipients : recipients.filter(one => !reasons.has(one.phone))
      await correctPorted(tx, valid)
      await writeRecipients(tx, this.#reading, valid)
      for (const recipient of valid) count.addValid(recipient)
      for (const { line, phone, cells } of recipients) {
        const reason = reasons.get(phone)
        if (!reason) continue
        count.addLeftOut(reason)
        refused.push({ line, cells, given: phone, reason: forbiddenNames[reason] })
      }
      await writeProgress(tx, this.#reading, { readBytes, totalBytes: this.#reading.byteCount, rowCount: count.rowCount })
    })
    await refusedRows.write(refused.sort((a, b) => a.line - b.line))
  }

  async #forbidden(tx: Tx, recipients: readonly Recipient[]): Promise<Map<string, 'blacklisted' | 'overFrequency'>> {
    const reasons = new Map<string, 'blacklisted' | 'overFrequency'>()
    if (recipients.length === 0) return reasons
    const { account, kind, mapping } = this.#reading
    const { signatureId, templateId } = mapping
    const phones = recipients.map(one => one.phone)
    const now = this.#context.now()
    for (const phone of await overFrequency(tx, account, { kind, signatureId, templateId, phones, now }))
      reasons.set(phone, 'overFrequency')
    const blocked = await blockedPhones(tx, account, { phones, kind, signatureId, now })
    await countHits(tx, account, { phones: [...blocked], kind, signatureId, now })
    for (const phone of blocked) reasons.set(phone, 'blacklisted')
    return reasons
  }
}

/** The row was checked by its segment; the number may have gone to another operator. */
async function correctPorted(tx: Tx, recipients: readonly Recipient[]): Promise<void> {
  const ported = await portedOperators(
    tx,
    recipients.map(one => one.phone),
  )
  if (ported.size > 0) for (const recipient of recipients) recipient.operator = ported.get(recipient.phone) ?? recipient.operator
}

const forbiddenNames = { blacklisted: '在黑名单中', overFrequency: '超过发送频率限制' }
