import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/**
 * TLS with a peer whose certificate the machine's authorities vouch for, or that `certificate` (PEM) names; `own`: the
 * certificate and key that we show, both PEM.
 */
export interface Secured {
  certificate: string | null
  own?: string | null
}

/** Connects over TCP, with TLS on top if wanted; rejects with the socket's error or after the time limit. */
export function openSocket(host: string, port: number, timeoutMs = 10_000, secured: Secured | null = null): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A pinned certificate stands for itself, whatever name it has.
    const pinned = secured?.certificate ? { ca: secured.certificate, checkServerIdentity: () => undefined } : {}
    const own = secured?.own ? { cert: secured.own, key: secured.own } : {}
    const socket = secured
      ? connectSecurely({ host, port, servername: /[a-z]/i.test(host) ? host : '', ...pinned, ...own })
      : connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error(`no connection to ${host}:${port} in ${timeoutMs} ms`)), timeoutMs)
    socket.once('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once(secured ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
