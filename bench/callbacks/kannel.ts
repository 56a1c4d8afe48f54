import { freePort } from '#bin/run/free-port.ts'
import { Program } from '#test/support/engine.ts'
import { runHttpLoad } from '../engine/http-load.ts'
import { startKannel } from '../engine/kannel.ts'
import { reached, startCounter } from './receiver.ts'

/** Longer than submitting all messages takes, so that reports arrive when nothing else is to be done. */
const reportDelayMs = 6_000

/** Reports per second that Kannel's smsbox delivers to a web server. */
export async function measureKannel(reportCount: number): Promise<number> {
  const counter = await startCounter()
  const smppPort = await freePort()
  const carrier = new Program('carrier-sim', { CARRIER_SMPP_PORT: String(smppPort), HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' }, [
    '--forget',
    '--report-delay-ms',
    String(reportDelayMs),
    '--deliver-window',
    '1000',
    '--system',
    'kannel:simulate',
  ])
  await carrier.start()
  const peer = await startKannel({ smppPort, windowSize: 1_000, text: '【云栈】您的订单已发货，请注意查收。' })
  const reportUrl = encodeURIComponent(`http://127.0.0.1:${counter.port}/report?state=%d&id=%i&to=%p`)
  const requestOf = (index: number) => {
    const phone = `138${String(Math.floor(index / 8_000)).padStart(4, '0')}${2_000 + (index % 8_000)}`
    const path = `/cgi-bin/sendsms?username=bench&password=bench&from=10690000&to=${phone}&text=hello&dlr-mask=1&dlr-url=${reportUrl}`
    return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`
  }
  await runHttpLoad({ ...peer, requestOf, count: reportCount, connections: 32 })
  await reached(counter.count, reportCount)
  await peer.stop()
  await carrier.stop()
  await counter.close()
  return counter.perSecond()
}
