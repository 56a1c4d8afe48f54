import { expect, test } from 'vitest'
import { agentFacts, visitorHash } from './visit-facts.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

test.each([
  [`${iphone} MicroMessenger/8.0.48(0x18003030) NetType/WIFI Language/zh_CN`, { device: 'ios', os: 'iOS', inApp: '微信', program: null }],
  [`${iphone} AlipayClient/10.5.90.6000 Language/zh-Hans`, { device: 'ios', inApp: '支付宝', program: null }],
  [
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.0.300 Mobile Safari/537.36',
    { device: 'android', os: 'HarmonyOS', browser: '华为浏览器', inApp: null, program: null },
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; M2102J2SC Build/TKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.5.1',
    { device: 'android', os: 'Android', browser: 'Miui', program: null },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0',
    { device: 'desktop', os: 'Windows', browser: 'Microsoft Edge', program: null },
  ],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', { program: 'crawler' }],
  ['TelegramBot (like TwitterBot)', { program: 'preview' }],
  ['curl/8.5.0', { program: 'crawler' }],
  ['', { device: 'desktop', os: '其他', browser: '其他', program: 'crawler' }],
])('user agent %j', (agent, facts) => {
  expect(agentFacts(agent)).toMatchObject(facts)
})

test('the same visitor is one on one day and another on the next', () => {
  const of = (day: string, address = '1.2.3.4') => visitorHash('secret', { cookie: '', day, address, agent: 'a' }).toString('hex')
  expect(of('2026-11-20')).toBe(of('2026-11-20'))
  expect(new Set([of('2026-11-20'), of('2026-11-21'), of('2026-11-20', '1.2.3.5')]).size).toBe(3)
})
