import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'

const answerLimitMs = 30_000
const connectLimitMs = 5_000
const chunkBytes = 64 * 1024

export interface Answer {
  status: number
  /** When the server's certificate is valid; null without TLS. */
  certificate: { from: Date; end: Date } | null
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  /** Length of a body of spaces. */
  byteCount?: number
}

/** Sends a request, and a body as long as nobody has answered; rejects when there is no answer. */
export const send = (url: URL, { method = 'GET', headers = {}, byteCount = 0 }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http
    const length = byteCount > 0 ? { 'content-length': String(byteCount) } : {}
    const request = open(url, { method, headers: { ...headers, ...length }, agent: false, timeout: answerLimitMs })
    const body = Readable.from(spaces(byteCount))
    request.on('response', answer => {
      const { socket } = answer
      resolve({ status: answer.statusCode ?? 0, certificate: socket instanceof TLSSocket ? validityOf(socket) : null })
      body.destroy()
      request.destroy()
    })
    request.on('timeout', () => request.destroy(new Error(`${answerLimitMs / 1000} 秒没有应答`)))
    // Has no effect once there is an answer.
    request.on('error', reject)
    body.pipe(request)
  })

function validityOf(socket: TLSSocket) {
  const { valid_from: from, valid_to: end } = socket.getPeerCertificate()
  return { from: new Date(from), end: new Date(end) }
}

function* spaces(byteCount: number) {
  const chunk = Buffer.alloc(chunkBytes, ' ')
  for (let left = byteCount; left > 0; left -= chunkBytes) yield chunk.subarray(0, left)
}

/** Connects to `host:port` and hangs up. */
export const connectTo = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`tcp://${address}`)
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), timeout: connectLimitMs })
    socket.on('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.on('timeout', () => socket.destroy(new Error(`${connectLimitMs / 1000} 秒没有应答`)))
    socket.on('error', reject)
  })
