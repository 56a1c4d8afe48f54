import { expect, test } from 'vitest'
import { icpNumberRule, icpRecordsIn, icpText, parseIcpRecord } from './link-icp.ts'

test.each(['浙ICP备12345678号', '浙ICP备12345678号-1', ' 京icp证030173号 ', '粤B2-20090059', '沪ICP备2021034567号-12A'])(
  '%s is a filing number',
  text => expect(icpNumberRule.safeParse(text).success).toBe(true),
)
test.each(['', '12345678', 'ICP备12345678号', '浙ICP备12345678', '浙公网安备 33010602001234号'])('“%s” is none', text =>
  expect(icpNumberRule.safeParse(text).success).toBe(false),
)

test('a platform’s filing is its name and its number', () => {
  expect(parseIcpRecord('鸿雁 短链 京ICP备12345678号-1')).toEqual({ siteName: '鸿雁 短链', icpNumber: '京ICP备12345678号-1' })
  expect(parseIcpRecord('京ICP备12345678号-1')).toBeNull()
  expect(parseIcpRecord('鸿雁 12345678')).toBeNull()
})

test('the filings of a text are those of the domains it links to, also by a subdomain', () => {
  const filed = (domain: string, icpNumber = '浙ICP备12345678号-1') => ({ domain, siteName: '茶语', icpNumber })
  const known = [filed('chayu.cn'), filed('go.shop.cn'), filed('empty.cn', '')]
  const found = icpRecordsIn('点 https://m.chayu.cn/a 或 GO.shop.cn/x，也看 notchayu.cn、empty.cn', known)
  expect(found.map(one => one.domain)).toEqual(['chayu.cn', 'go.shop.cn'])
  expect(icpText(filed('chayu.cn'))).toBe('chayu.cn：网站名称“茶语”，备案号 浙ICP备12345678号-1')
})
