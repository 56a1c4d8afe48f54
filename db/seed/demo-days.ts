import type { Tx } from '#db/connect.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { DemoTemplate } from './demo-content.ts'
import { type DemoMessage, type DemoShop, makeMessage, writeMessages } from './demo-messages.ts'
import type { DemoRandom } from './demo-random.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

const days = 14
/** Messages that the shop's program sends on a working day, by template, growing a little towards today. */
const perDay: Record<string, number> = { SMS_200101: 430, SMS_200102: 330, SMS_200103: 260, SMS_200104: 36 }
const weekendShare = 0.68
/** How busy each hour of the day is. */
const hours = [8, 4, 2, 1, 1, 3, 10, 26, 44, 66, 78, 74, 60, 54, 62, 68, 70, 66, 58, 64, 76, 72, 48, 22]

/** Two weeks of a shop's daily messages: sign-in codes, payments, parcels, refunds. */
export async function seedDays(tx: Tx, account: AccountId, shopFacts: DemoShop): Promise<void> {
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1) {
    const start = chinaDayStart(shopFacts.now, -daysAgo)
    const end = new Date(Math.min(start.getTime() + dayMs, shopFacts.now.getTime()))
    const messages = Object.entries(perDay).flatMap(([code, usual]) =>
      messagesOfDay(shopFacts, code, usual * busyness(start, daysAgo), start, end),
    )
    for (const [, ofKind] of Map.groupBy(messages, one => one.kind))
      await writeMessages(tx, account, ofKind, { heldAt: start, settledAt: new Date(end.getTime() - 1) })
  }
}

const busyness = (day: Date, daysAgo: number) => {
  const weekday = new Date(day.getTime() + 8 * hourMs).getUTCDay()
  return (weekday === 0 || weekday === 6 ? weekendShare : 1) * (1 - daysAgo * 0.012)
}

function messagesOfDay(
  { random, now, appId, people, shop, templates }: DemoShop,
  code: string,
  usual: number,
  start: Date,
  end: Date,
): DemoMessage[] {
  const template = firstOrThrow(templates.filter(one => one.code === code))
  const count = Math.round(usual * (0.93 + random.next() * 0.14))
  const moments = Array.from({ length: count }, () => {
    const hour = random.weighted(hours.map((weight, index) => [index, weight] as const))
    return start.getTime() + hour * hourMs + random.whole(0, hourMs - 1)
  })
  return moments
    .filter(at => at < end.getTime())
    .sort((a, b) => a - b)
    .map(at => {
      const createdAt = new Date(at)
      const order = `YZ${chinaDay(at).replaceAll('-', '')}${random.digits(5)}`
      const custom = template.kind === 'otp' ? {} : { customId: order }
      const values = valuesFor(template, random, order, createdAt)
      return makeMessage(random, { createdAt, signature: shop, template, values, person: random.pick(people), appId, ...custom }, now)
    })
}

const goods = ['桂花乌龙茶礼盒', '亚麻四件套', '铸铁珐琅锅', '手工皂三件装', '山核桃仁500g', '竹纤维浴巾', '陶瓷马克杯', '儿童雨衣']
const carriers = ['云达快运', '山海速递', '启程物流']

function valuesFor(template: DemoTemplate, random: DemoRandom, order: string, at: Date): string[] {
  const arrival = chinaDay(at.getTime() + random.whole(1, 3) * dayMs)
  const made: Record<string, () => string> = {
    code: () => random.digits(6),
    goods: () => random.pick(goods),
    carrier: () => random.pick(carriers),
    number: () => `YD${random.digits(12)}`,
    day: () => `${Number(arrival.slice(5, 7))}月${Number(arrival.slice(8))}日`,
    order: () => order,
    amount: () => `${random.whole(19, 680)}.${random.pick(['00', '50', '90'])}`,
  }
  return template.variables.map(({ name }) => made[name]!())
}
