import type { ServerResponse } from 'node:http'
import { deleteOldest } from '#values/oldest.ts'
import type { Handset, HandsetMessage } from './handset.ts'

const flushMs = 100
const heartbeatMs = 15_000
/** Messages in one event; under load a page gets the newest and queries the rest when it needs them. */
const longestBatch = 200

/**
 * Sends new and changed messages as server-sent events, in batches (`data` is a JSON array), until the browser
 * disconnects.
 */
export function openStream(handset: Handset, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.write('retry: 1000\n\n')
  let batch = new Map<string, HandsetMessage>()
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    timer = null
    const messages = [...batch.values()]
    batch = new Map()
    if (!response.writableNeedDrain) response.write(`data: ${JSON.stringify(messages)}\n\n`)
  }
  const forget = handset.listen(message => {
    batch.set(message.id, message)
    if (batch.size > longestBatch) deleteOldest(batch)
    timer ??= setTimeout(flush, flushMs)
  })
  const heartbeat = setInterval(() => response.write(': \n\n'), heartbeatMs)
  response.on('close', () => {
    forget()
    clearInterval(heartbeat)
    if (timer) clearTimeout(timer)
  })
}
