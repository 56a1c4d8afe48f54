import type { Db, Tx } from '#db/connect.ts'
import { blockedPhones, countHits, overFrequencyLimit } from '#domain/blacklist/index.ts'
import { portedCarriers } from '#domain/numbering/index.ts'
import { contactsWithConsent } from '../phonebook/consent.ts'
import { type Reading, whileReading, writeLeftOut, writeProgress, writeRecipients } from './reading.ts'
import type { RefusedRow, RefusedRows } from './refused-rows.ts'
import type { Outcome, ReportCount } from './report-count.ts'
import type { Recipient } from './row-check.ts'

/** Rows of one batch: eligible ones, unless the database excludes them, and those already refused. */
export interface Batch {
  recipients: (Recipient & { cells: string[]; isRepeat: boolean })[]
  refused: RefusedRow[]
  /** Bytes of the file read up to the last of the rows. */
  readBytes: number
}

interface ImportContext {
  db: Db
  now: () => Date
  refusedRows: RefusedRows
  count: ReportCount
}

/** Writes batches one after the other, while the next one is being read. */
export class BatchWriter {
  readonly #reading: Reading
  readonly #context: ImportContext
  #pending: Promise<void> = Promise.resolve()

  constructor(reading: Reading, context: ImportContext) {
    this.#reading = reading
    this.#context = context
  }

  /** Waits for the batch before this one, and rejects if that failed. */
  async add(batch: Batch): Promise<void> {
    await this.#pending
    this.#pending = this.#write(batch)
    // It is awaited with the next batch; until then a failure must not be an unhandled rejection.
    this.#pending.catch(() => undefined)
  }

  /** Waits for all batches; rejects if the last one failed. */
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
      // Those that remain where it is required have it.
      const withoutConsent = this.#reading.mapping.consent === 'recorded' ? new Set() : await this.#withoutConsent(tx, valid)
      for (const recipient of valid) {
        count.addValid(recipient)
        if (recipient.isRepeat) count.addSentRepeat()
        if (withoutConsent.has(recipient.phone)) count.addSentWithoutConsent()
      }
      for (const { line, phone, cells } of recipients) {
        const reason = reasons.get(phone)
        if (!reason) continue
        count.addLeftOut(reason)
        refused.push({ line, cells, given: phone, phone, reason: forbiddenNames[reason] })
      }
      await writeLeftOut(tx, this.#reading, refused)
      await writeProgress(tx, this.#reading, { readBytes, totalBytes: this.#reading.byteCount, rowCount: count.rowCount })
    })
    await refusedRows.write(refused.sort((a, b) => a.line - b.line))
  }

  /** Why the database excludes numbers; a number with several reasons has the last. */
  async #forbidden(tx: Tx, recipients: readonly Recipient[]): Promise<Map<string, keyof typeof forbiddenNames>> {
    const reasons = new Map<string, keyof typeof forbiddenNames>()
    if (recipients.length === 0) return reasons
    const { account, kind, mapping } = this.#reading
    const { signatureId, templateId } = mapping
    const phones = recipients.map(one => one.phone)
    const now = this.#context.now()
    if (mapping.consent === 'recorded') for (const phone of await this.#withoutConsent(tx, recipients)) reasons.set(phone, 'noConsent')
    for (const phone of await overFrequencyLimit(tx, account, { kind, signatureId, templateId, phones, now }))
      reasons.set(phone, 'overFrequencyLimit')
    const blocked = await blockedPhones(tx, account, { phones, kind, signatureId, now })
    await countHits(tx, account, { phones: [...blocked], kind, signatureId, now })
    for (const phone of blocked) reasons.set(phone, 'blacklisted')
    return reasons
  }

  /** Numbers of a marketing list whose consent the phonebook doesn't have. */
  async #withoutConsent(tx: Tx, recipients: readonly Recipient[]): Promise<Set<string>> {
    const { account, kind } = this.#reading
    if (kind !== 'marketing') return new Set()
    const phones = recipients.map(one => one.phone)
    const withConsent = await contactsWithConsent(tx, account, phones)
    return new Set(phones.filter(phone => !withConsent.has(phone)))
  }
}

/** Corrects carriers of ported numbers: the row was checked by its segment only. */
async function correctPorted(tx: Tx, recipients: readonly Recipient[]): Promise<void> {
  const ported = await portedCarriers(
    tx,
    recipients.map(one => one.phone),
  )
  if (ported.size > 0) for (const recipient of recipients) recipient.carrier = ported.get(recipient.phone) ?? recipient.carrier
}

const forbiddenNames = {
  blacklisted: '在黑名单中',
  overFrequencyLimit: '超过发送频率限制',
  noConsent: '没有登记同意接收推广',
} satisfies Partial<Record<Outcome, string>>
