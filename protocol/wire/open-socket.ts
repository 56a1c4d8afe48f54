import { connect, type Socket } from 'node:net'

/** Connects over TCP; rejects with the socket's error or after the time limit. */
export function openSocket(host: string, port: number, timeoutMs = 10_000): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error(`no connection to ${host}:${port} in ${timeoutMs} ms`)), timeoutMs)
    socket.once('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
