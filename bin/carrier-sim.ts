/**
 * Simulated carrier for the default installation and for tests, with the virtual handset and mailbox. Needs no
 * database. `--trace file` records what it accepts, `--forget` stores no messages, `--deliver-window` limits unanswered
 * reports of a session, `--system id:password` lets another customer bind beside the usual ones.
 */
import { parseArgs } from 'node:util'
import { simulatorConfig } from '#bin/settings/config.ts'
import { defaultSystems, startCarrierSim } from '#carrier-sim/carrier-sim.ts'

const { carrierPorts, sgipPort, handsetPort, mailSmtpPort } = simulatorConfig()
const { values: flags } = parseArgs({
  options: {
    trace: { type: 'string' },
    forget: { type: 'boolean', default: false },
    'report-delay-ms': { type: 'string', default: '300' },
    system: { type: 'string', multiple: true, default: [] },
    'deliver-window': { type: 'string', default: '100' },
  },
})
/** It shows every code to everybody. */
const host = '127.0.0.1'
const systems = { ...defaultSystems, ...Object.fromEntries(flags.system.map(system => system.split(':'))) }
const sim = await startCarrierSim({
  systems,
  host,
  smppPort: carrierPorts.smpp,
  cmppPort: carrierPorts.cmpp,
  smgpPort: carrierPorts.smgp,
  sgipPort: carrierPorts.sgip,
  sgipListenerPort: sgipPort ?? 0,
  apiPort: carrierPorts.http,
  httpPort: handsetPort,
  mailPort: mailSmtpPort,
  remembers: !flags.forget,
  traceFile: flags.trace ?? null,
  reportDelayMs: Number(flags['report-delay-ms']),
  deliverWindow: Number(flags['deliver-window']),
})

let isClosing = false
const end = () => {
  if (isClosing) return
  isClosing = true
  void sim.close().then(() => process.exit(0))
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('disconnect', end)

const handset = `http://${host}:${sim.httpPort}`
const mailbox = `${handset}/mail`
const smtp = `smtp://${host}:${sim.mailPort}`
const ports = { smpp: sim.smppPort, cmpp: sim.cmppPort, smgp: sim.smgpPort, sgip: sim.sgipPort, http: sim.apiPort }
if (process.send)
  process.send({
    ready: { carrier: { host, ...ports }, handset, mailbox, smtp },
  })
else
  console.log(
    `虚拟运营商：${Object.entries(ports)
      .map(([protocol, port]) => `${protocol.toUpperCase()} ${host}:${port}`)
      .join('，')}，虚拟手机 ${handset}，邮件 ${smtp}，虚拟邮箱 ${mailbox}`,
  )
