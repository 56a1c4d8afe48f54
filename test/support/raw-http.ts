import { connect } from 'node:net'

/** A server's answer to raw bytes, until it closes the connection or is silent after a complete answer. */
export function sendRaw(url: string, pieces: readonly (string | Buffer)[]): Promise<{ status: number; headers: string; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const finish = () => {
      const [head = '', body = ''] = split(text)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), headers: head, body })
      socket.destroy()
    }
    socket.on('data', chunk => {
      text += chunk.toString('utf8')
      const [head = '', body = ''] = split(text)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) finish()
    })
    socket.on('end', finish)
    // The server may finish before it has read everything.
    socket.on('error', error => (text === '' ? reject(error) : finish()))
    socket.on('connect', async () => {
      socket.setNoDelay(true)
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        if (pieces.length > 1) await new Promise(setImmediate)
      }
    })
  })
}

const split = (text: string): string[] => {
  const at = text.indexOf('\r\n\r\n')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 4)]
}
