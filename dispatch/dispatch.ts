import type { Db } from '#db/connect.ts'
import { type Channel, type ChannelContext, ChannelOwner } from '#dispatch/channel/channel.ts'
import { listenForWork } from '#dispatch/channel/wake.ts'
import { startCallbackListener } from '#dispatch/link/http/callback-listener.ts'
import { startSgipListener } from '#dispatch/link/sgip-listener.ts'
import { flushExchanges } from '#dispatch/submit/exchanges.ts'
import { reroute } from '#dispatch/submit/reroute.ts'
import { callbackUrlOf, openChannelPassword, openClientCertificate } from '#domain/channels/index.ts'
import { flushTraffic } from './traffic.ts'

export interface DispatchOptions extends ChannelContext {
  /** The master secret that channel passwords are encrypted with. */
  secret: string
  /** How often the list of channels is read again. */
  refreshMs?: number
  /** Database connection to listen on for new work; unset: polling only. */
  listenUrl?: string
  /** Where gateways of SGIP connect to us for reports and messages from phones; unset: nowhere. */
  sgipListener?: { host: string; port: number } | undefined
  /** Where upstreams by HTTP call us with the same, and its public address; unset: nowhere. */
  callbackListener?: { host: string; port: number; url: string } | undefined
}

/**
 * Sends for every enabled channel until stopped. Channels that are added, changed or disabled are started, restarted or
 * left at the next refresh. Several of these programs may run: each channel has one owner at a time, the others stand
 * by.
 */
export async function startDispatch(options: DispatchOptions): Promise<{ stop: () => Promise<void> }> {
  const { db, logger } = options
  const owners = new Map<string, { settings: string; owner: ChannelOwner }>()
  let channels: readonly Channel[] = []
  const refresh = async () => {
    channels = await readChannels(db, options)
    const wanted = new Map(channels.map(channel => [channel.channelId, channel]))
    for (const [channelId, { settings, owner }] of owners) {
      if (settings === JSON.stringify(wanted.get(channelId))) continue
      owners.delete(channelId)
      await owner.stop()
    }
    for (const channel of wanted.values()) {
      if (owners.has(channel.channelId)) continue
      const owner = new ChannelOwner(channel, options)
      owners.set(channel.channelId, { settings: JSON.stringify(channel), owner })
      owner.start()
    }
  }
  const rerouteStuck = async () => {
    const movedCount = await reroute(db, options.owner, options.now())
    if (movedCount > 0) logger.warn({ messageCount: movedCount }, 'messages of channels that do not send go another way')
  }
  await refresh()
  const sgip =
    options.sgipListener && (await startSgipListener({ ...options.sgipListener, db, channels: () => channels, now: options.now, logger }))
  const callback =
    options.callbackListener && (await startCallbackListener({ ...options, ...options.callbackListener, channels: () => channels }))
  const listener = options.listenUrl && listenForWork(options.listenUrl, work => owners.get(work.channelId)?.owner.wake(work), logger)
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let isStopping = false
  const again = () => {
    timer = setTimeout(() => {
      current = refresh()
        .then(() => rerouteStuck())
        .then(() => Promise.all([...owners.values()].map(({ owner }) => owner.measure())))
        .then(() => flushTraffic(db, options.now()))
        .then(() => flushExchanges(db))
        .catch(error => logger.warn({ err: error }, 'channels could not be looked after'))
        .then(() => (isStopping ? undefined : again()))
    }, options.refreshMs ?? 5_000)
  }
  again()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await current
      if (listener) await listener.close()
      await sgip?.close()
      await callback?.close()
      await Promise.all([...owners.values()].map(({ owner }) => owner.stop()))
      await flushTraffic(db, options.now()).catch(error => logger.warn({ err: error }, 'measurements of channels were not written'))
    },
  }
}

/** Reads the enabled channels. One whose password can't be decrypted is logged and left out; the others send. */
async function readChannels(db: Db, { secret, logger, callbackListener }: DispatchOptions): Promise<Channel[]> {
  const rows = await db.selectFrom('channel').selectAll().where('enabled', '=', true).execute()
  return rows.flatMap(row => {
    try {
      const password = openChannelPassword(secret, row.channelId, row.encryptedPassword)
      return [
        {
          channelId: row.channelId,
          host: row.host,
          port: row.port,
          systemId: row.systemId,
          password,
          clientCertificate: openClientCertificate(secret, row.channelId, row.encryptedClientCertificate),
          senderNumber: row.senderNumber,
          windowSize: row.windowSize,
          ratePerSecond: row.ratePerSecond,
          bindCount: row.bindCount,
          upstreamIdForm: row.upstreamIdForm,
          settings: row.settings,
          ...(callbackListener ? { callbackUrl: callbackUrlOf(callbackListener.url, secret, row.channelId) } : {}),
        },
      ]
    } catch (error) {
      logger.error({ err: error, channel: row.channelId }, "a channel's password does not open with this secret")
      return []
    }
  })
}
