import pg from 'pg'
import { errorCode, toError } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Longest time for a server to say whether it is the primary. */
const answerMs = 2_000

/** The primary that was found last, and the running search for it, by the connection string. */
const found = new Map<string, string>()
const searches = new Map<string, Promise<string>>()
/** Open connections by the addresses of their servers, if these are several. */
const open = new Map<string, Set<PrimaryClient>>()

/**
 * A connection string for each server of one with several, as libpq allows: `postgresql://a:5432,b:5432/name`, and for
 * sockets `?host=/a,/b&port=…`.
 */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (hosts.includes(',')) return hosts.split(',').map(host => `${start}${host}${rest}`)
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const settings = new URLSearchParams(query)
  const listed = (settings.get('host') ?? '').split(',')
  const ports = (settings.get('port') ?? '').split(',')
  if (listed.length < 2) return [url]
  return listed.map((host, index) => {
    settings.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port) settings.set('port', port)
    return `${address}?${settings}`
  })
}

/** All servers of a connection string are standbys, or none answers: the same may succeed after a failover. */
class NoPrimary extends Error {
  readonly code = '57P03'
}

/** The connection string of the server that accepts writes. Throws `NoPrimary`, or that the login is refused. */
export async function primaryUrl(url: string): Promise<string> {
  const servers = serversOf(url)
  if (servers.length === 1) return url
  const known = found.get(url)
  if (known !== undefined) return known
  const search = searches.get(url) ?? findPrimary(url, servers)
  searches.set(url, search)
  return search
}

async function findPrimary(url: string, servers: string[]): Promise<string> {
  try {
    const primary = await Promise.any(servers.map(asPrimary))
    found.set(url, primary)
    return primary
  } catch (error) {
    const reasons: Error[] = error instanceof AggregateError ? error.errors.map(toError) : [toError(error)]
    // A wrong password does not pass by itself.
    const refusal = reasons.find(reason => errorCode(reason)?.startsWith('28'))
    throw refusal ?? new NoPrimary(`no server of the database accepts writes: ${reasons.map(({ message }) => message).join('; ')}`)
  } finally {
    searches.delete(url)
  }
}

async function asPrimary(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
  // A broken connection rejects the query that runs on it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseStandby(client)
    return server
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (firstOrThrow(rows).isStandby) throw new NoPrimary('the server is a standby')
}

/**
 * A connection to the primary of the servers in its connection string; with one server an ordinary client. It breaks
 * when another server turns out to be the primary, as its own may have vanished silently, and when a canceled commit is
 * not known to be on the synchronous standby: the server calls that a success.
 */
export class PrimaryClient extends pg.Client {
  readonly #url: string
  readonly #hasStandby: boolean

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? ''
    const servers = serversOf(url)
    super(servers.length > 1 ? { ...config, connectionString: firstOrThrow(servers) } : config)
    this.#url = url
    this.#hasStandby = servers.length > 1
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#cut('the commit is not replicated')
    })
  }

  /** At once: the server's word of success may be read already. */
  #cut(reason: string): void {
    this.connection.emit('error', new Error(`Connection terminated: ${reason}`))
    this.connection.stream.destroy()
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | undefined {
    const connecting = this.#hasStandby ? this.#connectToPrimary() : super.connect()
    if (!callback) return connecting
    connecting.then(client => callback(null, client), callback)
    return undefined
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const primary = await primaryUrl(this.#url)
    Object.assign(this, addressOf(primary))
    try {
      await super.connect()
      await refuseStandby(this)
      this.#cutOthers()
      return this
    } catch (error) {
      // Another one may be the primary by now.
      if (found.get(this.#url) === primary) found.delete(this.#url)
      void this.end().catch(() => undefined)
      throw error
    }
  }

  #cutOthers(): void {
    const servers = JSON.stringify(serversOf(this.#url).map(addressOf))
    const all = open.get(servers) ?? new Set()
    open.set(servers, all.add(this))
    this.once('end', () => all.delete(this))
    for (const one of all) if (one.host !== this.host || one.port !== this.port) one.#cut('another server is the primary')
  }
}

function addressOf(server: string): { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString: server })
  return { host, port }
}
