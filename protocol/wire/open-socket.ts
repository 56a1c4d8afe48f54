import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** TLS with a peer whose certificate the machine's authorities vouch for, or that `certificate` (PEM) names. */
export interface Secured {
  certificate: string | null
}

/** Connects over TCP, with TLS on top if wanted; rejects with the socket's error or after the time limit. */
export function openSocket(host: string, port: number, timeoutMs = 10_000, secured: Secured | null = null): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A pinned certificate stands for itself, whatever name it has.
    const pinned = secured?.certificate ? { ca: secured.certificate, checkServerIdentity: () => undefined } : {}
    const socket = secured
      ? connectSecurely({ host, port, servername: /[a-z]/i.test(host) ? host : '', ...pinned })
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
