import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, accountIdOrThrow } from '#values/id.ts'

/** An account with messages of one priority (outbox.priority) to send on a channel. */
export interface Turn {
  account: AccountId
  priority: number
}

const keyOf = ({ account, priority }: Turn) => `${priority} ${account}`

/**
 * Whose turn it is on a channel: codes before notices before marketing over all accounts, then the account that has
 * waited longest.
 */
export class Turns {
  readonly #queues: Map<string, Turn>[] = [new Map(), new Map(), new Map()]

  get count(): number {
    return this.#queues.reduce((sum, queue) => sum + queue.size, 0)
  }

  /** Puts an account at the end of its queue, unless it is there already. */
  add(turn: Turn): void {
    const queue = this.#queues[turn.priority]
    if (queue && !queue.has(keyOf(turn))) queue.set(keyOf(turn), turn)
  }

  /** Takes the next ones, at most `count`. */
  take(count: number): Turn[] {
    const taken: Turn[] = []
    for (const queue of this.#queues)
      for (const [key, turn] of queue) {
        if (taken.length === count) return taken
        queue.delete(key)
        taken.push(turn)
      }
    return taken
  }
}

/** Everyone who has something to send on a channel now. */
export async function readTurns(executor: Executor, channelId: string, now: Date): Promise<Turn[]> {
  const { rows } = await sql<{ accountId: string; priority: number }>`
    -- across accounts: whose turn it is
    select account_id, priority from outbox where channel_id = ${channelId} and claim_token is null and due_at <= ${now}
    group by account_id, priority order by priority, min(due_at)`.execute(executor)
  return rows.map(row => ({ account: accountIdOrThrow(row.accountId), priority: row.priority }))
}
