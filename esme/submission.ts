import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { type EsmePart, type EsmeSubmit, linkParts, refuseParts, type StoredPart, saveParts, saveSubmits } from '#domain/apps/index.ts'
import { type Alongside, createSender, GroupCommit, type SendItem, type SendRequest } from '#domain/messages/index.ts'
import { type AccountId, newId } from '#values/id.ts'

/** A complete text to send. */
export interface Whole {
  request: SendRequest
  /** The text's submission; of several parts, the last one. */
  submit: EsmeSubmit
  /** The parts of the text; empty if it came in one. */
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

  /** Sends a complete text. Returns the id for the answer, or the refusal; its parts then get reports that say so. */
  async send(account: AccountId, whole: Whole): Promise<string | Refusal> {
    const item: SendItem = { requestId: newId(), request: whole.request, key: null }
    this.#wholes.set(item, whole)
    const result = await this.#sender.submit(account, item)
    if (result instanceof Refusal) return result
    const [sent] = result.phones
    return sent && 'messageId' in sent ? sent.messageId : sent!.refusal
  }

  /** Refuses parts that are complete but make no message. */
  async refuse(account: AccountId, partIds: readonly string[], lastId: string, refusal: Refusal, now: Date): Promise<void> {
    await asAccount(this.#db, account, tx => refuseParts(tx, account, { submitIds: partIds, lastId, reason: refusal.code, now }))
  }

  /** Stores a submit that was answered as accepted although its message was refused, for its report. */
  async saveRefused(account: AccountId, submit: EsmeSubmit, { code }: Refusal): Promise<void> {
    await asAccount(this.#db, account, tx => saveSubmits(tx, account, [{ submit, messageId: null, reason: code }]))
  }

  readonly #alongside: Alongside = async (tx: Tx, account, sent) => {
    const accepted = sent.flatMap(({ item, result }) => {
      const whole = this.#wholes.get(item)
      const first = result instanceof Refusal ? undefined : result.phones[0]
      return whole && first && 'messageId' in first ? [{ whole, messageId: first.messageId }] : []
    })
    const single = accepted.filter(({ whole }) => whole.partIds.length === 0 && whole.submit.receipt > 0)
    await saveSubmits(
      tx,
      account,
      single.map(({ whole, messageId }) => ({ submit: { ...whole.submit, submitId: messageId }, messageId, reason: null })),
    )
    for (const { whole, messageId } of accepted)
      if (whole.partIds.length > 0) await linkParts(tx, account, whole.partIds, { messageId, lastId: whole.submit.submitId })
  }
}
