/**
 * Reports to customers' programs, Kannel and us by turns in one run: how many reach a web server in a second. Kannel asks for one address a report and keeps what
 * waits in memory; ours wait in the database and are taken from it when the server has answered. Ours are measured one a request (as SUBMAIL's format has it) and
 * up to a hundred a request. Then ten webhooks that hang, one of them well: its delays beside the delays when it is alone.
 * `node bench/callbacks.ts [--reports n] [--rounds n] [--only kannel|hongyan]`
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
const rates = { kannel: [] as number[], single: [] as number[], batched: [] as number[] }
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
