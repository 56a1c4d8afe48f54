import type { Logger } from 'pino'
import type { ChannelLoad } from '#contract/messages/channel-load.ts'
import type { Db } from '#db/connect.ts'
import type { LinksState } from '#dispatch/link/links.ts'
import type { Channel } from './channel.ts'

type State = 'up' | 'down'

/**
 * The state of a channel as staff see it: whether it has a link, since when, and what is wrong. For display only, so a
 * failed write is logged and ignored.
 */
export class ChannelState {
  readonly #db: Db
  readonly #channel: Channel
  readonly #now: () => Date
  readonly #logger: Logger
  #shown: State | null = null
  #breakers: (LinksState['breakers'][number] & { since: string })[] = []
  #load: string | null = null
  #last: Promise<void> = Promise.resolve()

  constructor(db: Db, channel: Channel, now: () => Date, logger: Logger) {
    this.#db = db
    this.#channel = channel
    this.#now = now
    this.#logger = logger
  }

  /** A channel without a link that may send is down: routing chooses others. */
  linksChanged({ boundCount, sendingCount, problem, breakers }: LinksState): void {
    const { bindCount } = this.#channel
    const links = `${boundCount}/${bindCount} 个连接已绑定`
    const at = this.#now()
    this.#breakers = breakers.map(breaker => {
      const known = this.#breakers.find(one => one.link === breaker.link && one.state === breaker.state)
      return { ...breaker, since: known?.since ?? at.toISOString() }
    })
    const broken = breakers.length > 0 ? [`${breakers.length} 个连接熔断`] : []
    const details = [links, ...broken].join('，')
    void this.#write(sendingCount > 0 ? 'up' : 'down', problem === null ? details : `${details}：${problem}`)
  }

  /** The connections and what they carry; the time is that of the last difference. */
  async measured(load: Omit<ChannelLoad, 'at'>): Promise<void> {
    const text = JSON.stringify(load)
    if (text === this.#load) return
    this.#load = text
    await this.#db
      .updateTable('channel')
      .set({ load: JSON.stringify({ at: this.#now().toISOString(), ...load } satisfies ChannelLoad) })
      .where('channelId', '=', this.#channel.channelId)
      .execute()
  }

  /** Called when the owner has ended, or may not own a channel for now. */
  stopped(why = '已停止'): Promise<void> {
    this.#breakers = []
    return this.#write('down', why)
  }

  /** Writes in the order of calls. The time is that of the last change between up and down. */
  #write(state: State, detail: string): Promise<void> {
    const at = this.#now()
    const breakers = JSON.stringify(this.#breakers)
    const hasTurned = state !== this.#shown
    this.#shown = state
    this.#last = this.#last.then(async () => {
      try {
        await this.#db
          .updateTable('channel')
          .set({ state, stateDetail: detail, breakers, ...(hasTurned ? { stateAt: at } : {}) })
          .where('channelId', '=', this.#channel.channelId)
          .execute()
      } catch (error) {
        this.#logger.warn({ err: error, channel: this.#channel.channelId, state, detail }, 'the state of a channel could not be shown')
      }
    })
    return this.#last
  }
}
