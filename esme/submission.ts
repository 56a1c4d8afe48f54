import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import {
  type EsmePart,
  type EsmeSubmit,
  linkParts,
  refuseParts,
  type StoredPart,
  type SubmitOutcome,
  saveParts,
  saveSubmits,
} from '#domain/apps/index.ts'
import { type Alongside, createSender, GroupCommit, type SendItem, type SendRequest, type SentPhone } from '#domain/messages/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

/** A complete text to send to one phone or several. */
export interface Whole {
  request: SendRequest
  /** The submit of each recipient, in their order; of several parts, the last one. */
  submits: readonly EsmeSubmit[]
  /** The parts of the text, which then has one recipient; empty if it came in one. */
  partIds: readonly string[]
}

/**
 * Accepts texts of customers' programs: the data for their reports is written in the same transaction as the message,
 * and parts are stored before they are answered. Concurrent callers share a commit.
 */
export class Submissions {
  readonly #db: Db
  readonly #sender: ReturnType<typeof createSender>
  readonly #parts: GroupCommit<EsmePart, StoredPart, AccountId>
  /** The submission of each item while the sender works on it. */
  readonly #wholes = new WeakMap<SendItem, Whole>()

  constructor(db: Db, now: () => Date) {
    this.#db = db
    this.#sender = createSender(db, now, this.#alongside)
    this.#parts = new GroupCommit<EsmePart, StoredPart, AccountId>({
      commit: (account, parts) => asAccount(db, account, tx => saveParts(tx, account, parts)),
      weightOf: () => 1,
      maxWeight: 500,
    })
  }

  /** Stores a part. Rejects when the database is unavailable. */
  keep(account: AccountId, part: EsmePart): Promise<StoredPart> {
    return this.#parts.submit(account, part)
  }

  /** Sends a complete text. Returns a message's id or the refusal for each recipient. */
  async send(account: AccountId, whole: Whole): Promise<(string | Refusal)[]> {
    const item: SendItem = { requestId: newId(), request: whole.request, key: null }
    this.#wholes.set(item, whole)
    const result = await this.#sender.submit(account, item)
    if (result instanceof Refusal) return whole.submits.map(() => result)
    return result.phones.map(one => ('messageId' in one ? one.messageId : one.refusal))
  }

  /** Refuses parts that are complete but make no message. `lastId`: the part whose answer says so already. */
  async refuse(
    account: AccountId,
    partIds: readonly string[],
    { lastId, refusal, now }: { lastId: string | null; refusal: Refusal; now: Date },
  ): Promise<void> {
    await asAccount(this.#db, account, tx => refuseParts(tx, account, { submitIds: partIds, lastId, reason: refusal.code, now }))
  }

  readonly #alongside: Alongside = async (tx: Tx, account, sent) => {
    const found = sent.flatMap(({ item, result }) => {
      const whole = this.#wholes.get(item)
      return whole && !(result instanceof Refusal) ? [{ whole, phones: result.phones }] : []
    })
    const single = found.filter(({ whole }) => whole.partIds.length === 0)
    await saveSubmits(
      tx,
      account,
      single.flatMap(({ whole, phones }) => outcomesOf(whole, phones)),
    )
    for (const { whole, phones } of found) {
      const [phone] = phones
      if (whole.partIds.length > 0 && phone && 'messageId' in phone)
        await linkParts(tx, account, whole.partIds, { messageId: phone.messageId, lastId: firstOrThrow(whole.submits).submitId })
    }
  }
}

/** The submits whose reports are wanted. Where all phones are refused, the answer says so. */
function outcomesOf({ submits }: Whole, phones: readonly SentPhone[]): SubmitOutcome[] {
  if (!phones.some(phone => 'messageId' in phone)) return []
  return submits.flatMap((submit, index): SubmitOutcome[] => {
    const phone = itemOrThrow(phones, index)
    if (submit.receipt === 0) return []
    if ('refusal' in phone) return [{ submit, messageId: null, reason: phone.refusal.code }]
    const { messageId } = phone
    // Without an id of its own on the wire a submit is known by its message's.
    return [{ submit: submit.wireId === null ? { ...submit, submitId: messageId } : submit, messageId, reason: null }]
  })
}
