/**
 * Webhooks: Kannel and Hongyan alternately in one run: delivery reports per second that reach a web server. Kannel
 * makes one request per report and queues in memory; our queue is in the database until the server has answered. Ours
 * are measured with one report per request (SUBMAIL's format) and with up to a hundred. Then ten hanging webhooks
 * beside a healthy one: its delays compared with those when it is alone. `node bench/callbacks.ts [--reports n]
 * [--rounds n] [--only kannel|hongyan]`
 */
import { parseArgs } from 'node:util'
import { measureHongyan, measureNeighbours } from './callbacks/hongyan.ts'
import { measureKannel } from './callbacks/kannel.ts'
import { installKannel } from './engine/kannel.ts'

const { values: flags } = parseArgs({
  options: {
    reports: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const reportCount = Number(flags.reports)
if (flags.only !== 'hongyan') await installKannel()
const rates: Record<'kannel' | 'single' | 'batched', number[]> = { kannel: [], single: [], batched: [] }
for (let round = 0; round < Number(flags.rounds); round++) {
  if (flags.only !== 'hongyan') rates.kannel.push(await measureKannel(reportCount))
  if (flags.only === 'kannel') continue
  const ours = await measureHongyan(reportCount)
  rates.single.push(ours.single)
  rates.batched.push(ours.batched)
  console.log(Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, `${Math.round(all.at(-1) ?? 0)}/s`])))
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const kannel = median(rates.kannel)
const compared = (ours: number) => ({ Kannel: Math.round(kannel), 鸿雁: Math.round(ours), ratio: Number((ours / kannel).toFixed(2)) })
console.log(`\n${reportCount} reports, medians of ${flags.rounds} rounds`)
console.table({
  'reports/s, one a request': compared(median(rates.single)),
  'reports/s, up to 100 a request': compared(median(rates.batched)),
})
if (flags.only !== 'kannel') console.table(await measureNeighbours())
