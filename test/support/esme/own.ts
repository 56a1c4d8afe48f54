import { readBody, ucs2Parts } from '#protocol/smpp/body.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { isReceipt, parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus, statuses } from '#protocol/smpp/status.ts'
import { Reassembly } from '#protocol/text/concatenation.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import type { Esme, EsmeLogin } from './esme.ts'

/**
 * Our own client, where the real program isn't installed: concatenation by user data headers, one retry of throttled
 * messages.
 */
export async function startOwnEsme(login: EsmeLogin): Promise<Esme> {
  const ends: Esme['ends'] = []
  const inbound: Esme['inbound'] = []
  const parts = new Reassembly<string>({ maximumMessages: 100, expiryMs: 60_000 })
  const program = await bindProgram(login, request => {
    if (isReceipt(request)) {
      ends.push({ phone: request.source, end: parseReceipt(request)!.state === 'DELIVRD' ? 'delivered' : 'failed' })
      return statuses.ok
    }
    const { text, place } = readBody(request)
    const piece = decodeText(request.dataCoding, text) ?? ''
    const whole = place ? parts.add(request.source, place, piece, Date.now()) : [piece]
    if (whole) inbound.push({ from: request.source, to: request.destination, text: whole.join('') })
    return statuses.ok
  })
  let reference = 0
  const send = async (phone: string, text: string) => {
    reference += 1
    for (const part of ucs2Parts(text, reference))
      for (;;) {
        const { status } = await program.submit(submitSm({ ...part, source: '10690000', destination: phone, registeredDelivery: 1 }))
        if (status === statuses.ok) break
        if (!isRetryableStatus(status)) {
          ends.push({ phone, end: 'refused' })
          return
        }
        await new Promise(resolve => setTimeout(resolve, 200))
      }
  }
  return { send, ends, inbound, stop: () => program.connection.unbind() }
}
