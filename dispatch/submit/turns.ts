import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, accountIdOrThrow } from '#values/id.ts'

/** An account with messages of one priority (outbox.priority) to send on a channel. */
export interface Turn {
  account: AccountId
  priority: number
  /** Nothing that was due earlier is known to wait; unset: what has just become due. */
  dueSince?: Date
}

/** How much later than it is due a message may be committed and still be found at once. */
const lateMs = 10_000

/**
 * From when on what is due is looked for: index entries of messages that were sent stay while anyone holds an old
 * snapshot, such as a dump, and would be read again by each claim.
 */
export const dueFrom = (dueSince: Date | undefined, now: Date): Date =>
  new Date(Math.min(dueSince?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() - lateMs))

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
    const { dueSince = turn.dueSince } = queue?.get(keyOf(turn)) ?? {}
    const isEarlier = turn.dueSince && dueSince && turn.dueSince < dueSince
    queue?.set(keyOf(turn), { ...turn, ...(dueSince ? { dueSince: isEarlier ? turn.dueSince : dueSince } : {}) })
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

/** Everyone who has something to send on a channel now that became due after a time. */
export async function readTurns(
  executor: Executor,
  channelId: string,
  { since, now }: { since: Date; now: Date },
): Promise<Required<Turn>[]> {
  const { rows } = await sql<{ accountId: string; priority: number; dueSince: Date }>`
    -- across accounts: whose turn it is
    select account_id, priority, min(due_at) as due_since from outbox
    where channel_id = ${channelId} and claim_token is null and due_at between ${since} and ${now}
    group by account_id, priority order by priority, min(due_at)`.execute(executor)
  return rows.map(({ accountId, ...row }) => ({ account: accountIdOrThrow(accountId), ...row }))
}
