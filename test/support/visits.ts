import { asPlatform, type Db } from '#db/connect.ts'
import { writeVisits } from '#domain/visits/visit.ts'
import type { VisitLogEntry } from '#domain/visits/visit-note.ts'
import type { AccountId } from '#values/id.ts'
import { giveLinkUnits } from './account.ts'

export const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  wechat:
    'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  crawler: 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
} as const
/** In 广东 深圳, 江苏 南京 and 浙江 杭州. */
export const addresses = { shenzhen: '113.87.160.9', nanjing: '114.114.114.114', hangzhou: '223.5.5.5' } as const

export type VisitFacts = Partial<Omit<VisitLogEntry, 'accountId' | 'linkId'>>

/** Ingests visits of a link like the redirector's ingester: by default from a phone in Shenzhen, now. */
export async function recordVisits(db: Db, account: AccountId, linkId: string, visits: readonly VisitFacts[]): Promise<void> {
  const notes = visits.map(facts => ({
    atMs: Date.now(),
    accountId: account,
    linkId,
    messageId: null,
    address: addresses.shenzhen,
    method: 'get' as const,
    arm: null,
    agent: agents.iphone,
    referrer: '',
    language: 'zh-CN,zh;q=0.9',
    visitor: '',
    missed: null,
    ...facts,
  }))
  await asPlatform(db, async tx => {
    // Each costs a unit.
    await giveLinkUnits(tx, account, notes.length)
    await writeVisits(tx, 'x'.repeat(32), notes, { now: new Date() })
  })
}
