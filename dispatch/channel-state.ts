import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { Channel } from './channel.ts'

type State = 'up' | 'down'

/** Keeps what operators see of a channel: whether it has a link, since when, and what is wrong. Only for looking at, so a failure is logged and left. */
export class ChannelState {
  readonly #db: Db
  readonly #channel: Channel
  readonly #now: () => Date
  readonly #logger: Logger
  #shown: State | null = null
  #last: Promise<void> = Promise.resolve()

  constructor(db: Db, channel: Channel, now: () => Date, logger: Logger) {
    this.#db = db
    this.#channel = channel
    this.#now = now
    this.#logger = logger
  }

  linksChanged(boundCount: number, problem: string | null): void {
    const { bindCount } = this.#channel
    const links = `${boundCount}/${bindCount} 个连接已绑定`
    void this.write(boundCount > 0 ? 'up' : 'down', problem === null ? links : `${links}：${problem}`)
  }

  /** Writes in the order of calls. The moment is that of the last change between up and down. */
  write(state: State, detail: string): Promise<void> {
    const at = this.#now()
    const hasTurned = state !== this.#shown
    this.#shown = state
    this.#last = this.#last.then(async () => {
      try {
        await this.#db
          .updateTable('channel')
          .set({ state, state_detail: detail, ...(hasTurned ? { state_at: at } : {}) })
          .where('channel_id', '=', this.#channel.channelId)
          .execute()
      } catch (error) {
        this.#logger.warn({ err: error, channel: this.#channel.channelId, state, detail }, 'the state of a channel could not be shown')
      }
    })
    return this.#last
  }
}
