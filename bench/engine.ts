/**
 * Message engine: Kannel and Hongyan alternately in one run, over the same simulated carrier with the same load:
 * messages accepted over HTTP, submitted over SMPP, whole cycles with their reports, and a single message. Ours are
 * committed to disk at every step, Kannel's are kept in memory. Only ratios within one run are meaningful. `node
 * bench/engine.ts [--messages n] [--rounds n] [--window n] [--phones n a request] [--accounts n] [--only kannel|hongyan]
 * [--profile: where the database's time goes]` measures messages that are sent as they arrive, with few callers and with
 * many, and messages stored before the carrier connects; `--flowing`, `--stored` or `--accept` (nothing is sent), with
 * `--connections n`, measures one of these. Kannel's smsbox supports 800 callers at most. On a busy machine, the prefix
 * `chrt -r 1` gives both the processor.
 */
import { parseArgs } from 'node:util'
import { freePort } from '#bin/run/free-port.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { startHongyan } from './engine/hongyan.ts'
import { installKannel, startKannel } from './engine/kannel.ts'
import { measure, type Peer, type Rates, type RoundOptions, warmingCount } from './engine/round.ts'

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '30000' },
    rounds: { type: 'string', default: '3' },
    window: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '440' },
    phones: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '1' },
    flowing: { type: 'boolean', default: false },
    stored: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
type Mode = Pick<RoundOptions, 'way' | 'connections'>
const asked = (['flowing', 'stored', 'accept'] as const).filter(way => flags[way])
const modes: Mode[] =
  asked.length > 0
    ? asked.map(way => ({ way, connections: Number(flags.connections) }))
    : [
        { way: 'flowing', connections: 32 },
        { way: 'flowing', connections: 440 },
        { way: 'stored', connections: 440 },
      ]
const messageCount = Number(flags.messages)
const windowSize = Number(flags.window)
const smppPort = await freePort()
const text = '【云栈】您的订单已发货，请注意查收。'

const peers: Record<string, () => Promise<Peer>> = {
  kannel: () => startKannel({ smppPort, windowSize, text }),
  hongyan: () =>
    startHongyan({
      smppPort,
      windowSize,
      messageCount: messageCount + warmingCount + 100,
      isProfiled: flags.profile,
      accountCount: Number(flags.accounts),
    }),
}
if (flags.only !== 'hongyan') await installKannel()
for (const mode of modes) {
  console.log(`\n${mode.way}, ${mode.connections} callers`)
  const results = new Map<string, Rates[]>()
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const [key, start] of Object.entries(peers)) {
      if (flags.only && flags.only !== key) continue
      const peer = await start()
      const rates = await measure(peer, { ...mode, messageCount, smppPort, phonesPerRequest: Number(flags.phones) })
      if (peer.profile) console.log(await peer.profile(messageCount))
      await peer.stop()
      results.set(key, [...(results.get(key) ?? []), rates])
      console.log(`${peer.name.padEnd(8)} ${show(mode, rates)}`)
    }
  const medians = new Map([...results].map(([key, rates]) => [key, medianRates(rates)]))
  const [kannel, hongyan] = [medians.get('kannel'), medians.get('hongyan')]
  if (!kannel || !hongyan) continue
  console.log(
    `\n${mode.way}, ${mode.connections} callers, ${messageCount} messages, window ${windowSize}, medians of ${flags.rounds} rounds`,
  )
  console.table({
    [`accepted/s (HTTP, ${flags.phones} in a request)`]: compared(kannel.acceptedPerSecond, hongyan.acceptedPerSecond),
    ...(mode.way === 'accept' ? {} : comparedCycles(kannel, hongyan)),
  })
}

function median(numbers: number[]): number {
  return itemOrThrow(
    numbers.toSorted((a, b) => a - b),
    Math.floor(numbers.length / 2),
  )
}

function comparedCycles(kannel: Rates, hongyan: Rates) {
  return {
    'submitted/s': compared(kannel.submittedPerSecond, hongyan.submittedPerSecond),
    'cycles/s (submitted and reported)': compared(kannel.cyclesPerSecond, hongyan.cyclesPerSecond),
    'one message on an idle system, ms': compared(kannel.lonelyMs, hongyan.lonelyMs),
  }
}

function medianRates(rates: Rates[]): Rates {
  return {
    microseconds: Object.fromEntries(
      Object.keys(firstOrThrow(rates).microseconds).map(name => [name, median(rates.map(one => one.microseconds[name]!))]),
    ),
    acceptedPerSecond: median(rates.map(one => one.acceptedPerSecond)),
    submittedPerSecond: median(rates.map(one => one.submittedPerSecond)),
    cyclesPerSecond: median(rates.map(one => one.cyclesPerSecond)),
    lonelyMs: median(rates.map(one => one.lonelyMs)),
  }
}

function compared(theirs: number, ours: number) {
  return { Kannel: Math.round(theirs), 鸿雁: Math.round(ours), ratio: Number((ours / theirs).toFixed(2)) }
}

function show({ way }: Mode, { acceptedPerSecond, submittedPerSecond, cyclesPerSecond, lonelyMs, microseconds }: Rates): string {
  const accepted = `accepted ${Math.round(acceptedPerSecond)}/s`
  const sent = `, submitted ${Math.round(submittedPerSecond)}/s, cycles ${Math.round(cyclesPerSecond)}/s, alone ${lonelyMs.toFixed(1)} ms`
  const shares = Object.entries(microseconds).map(([name, value]) => `${name} ${value}`)
  return `${accepted}${way === 'accept' ? '' : sent}; processor time of a message, µs: ${shares.join(', ')}`
}
