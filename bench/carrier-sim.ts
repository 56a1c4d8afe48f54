/**
 * Rate of the simulated carrier: submits answered and reported per second over one link, the carrier in its own
 * process. Run with `node bench/carrier-sim.ts [--forget]`.
 */
import { fork } from 'node:child_process'
import path from 'node:path'
import { ucs2Parts } from '#protocol/smpp/body.ts'
import { connectSmpp } from '#protocol/smpp/client.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const messages = 200_000
const program = path.join(import.meta.dirname, '../bin/carrier-sim.ts')
const sim = fork(program, process.argv.slice(2), {
  env: {
    ...process.env,
    CARRIER_SMPP_PORT: '0',
    CARRIER_CMPP_PORT: '0',
    CARRIER_SMGP_PORT: '0',
    CARRIER_SGIP_PORT: '0',
    HANDSET_PORT: '0',
    MAIL_SMTP_PORT: '0',
  },
})
const port = await new Promise<number>(resolve =>
  sim.once('message', (word: { ready: { carrier: { smpp: number } } }) => resolve(word.ready.carrier.smpp)),
)
const part = firstOrThrow(ucs2Parts('【鸿雁】您的验证码是 204817，5 分钟内有效，请勿告知他人。', 0))

let sent = 0
let answered = 0
let reported = 0
const startedAt = performance.now()
let answeredAt = startedAt
const finished = Promise.withResolvers<void>()
const connection = await connectSmpp(
  { host: '127.0.0.1', port, systemId: 'hongyan-notice', password: 'simulate', windowSize: 1000 },
  {
    onRequest: (request, from) => {
      if (request.command !== 'deliver_sm') return
      from.answer(request, 0)
      if (++reported === messages) finished.resolve()
    },
    onClose: reason => reason !== 'unbound' && finished.reject(new Error(reason)),
  },
)
function fill(): void {
  while (connection.freeSlots > 0 && sent < messages) {
    // Endings from 2000 on are delivered; those with special behaviour are below.
    const destination = `1380${String(Math.floor(sent / 8000) % 1000).padStart(3, '0')}${2000 + (sent % 8000)}`
    sent++
    connection.send(submitSm({ ...part, source: '1069012345678', destination, registeredDelivery: 1 }), () => {
      if (++answered === messages) answeredAt = performance.now()
      fill()
    })
  }
}
fill()
await finished.promise
const rate = (until: number) => Math.round((messages / (until - startedAt)) * 1000).toLocaleString('en')
console.log(`${rate(answeredAt)} submits a second answered, ${rate(performance.now())} a second answered and reported`)
await connection.unbind()
sim.kill('SIGTERM')
