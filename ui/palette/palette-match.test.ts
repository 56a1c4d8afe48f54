import { expect, test } from 'vitest'
import { matching, matchOf } from './palette-match.ts'

const pages = [
  { title: '群发短信', pinyin: 'qun fa duan xin' },
  { title: '短信签名', pinyin: 'duan xin qian ming' },
  { title: '黑名单', pinyin: 'hei ming dan', names: [{ title: '拒收名单', pinyin: 'ju shou ming dan' }] },
  { title: 'API 文档' },
  { title: '充值记录', pinyin: 'chong zhi ji lu' },
  { title: '充值', pinyin: 'chong zhi', place: '余额与充值', placePinyin: 'yu e yu chong zhi' },
]
const found = (text: string) => matching(pages, text).map(page => page.title)

test.each([
  ['短信', ['短信签名', '群发短信']],
  ['dx', ['短信签名', '群发短信']],
  [' HMD ', ['黑名单']],
  ['heimingdan', ['黑名单']],
  ['hei ming', ['黑名单']],
  ['jsmd', ['黑名单']],
  ['拒收', ['黑名单']],
  ['heimd', ['黑名单']],
  ['qunfadx', ['群发短信']],
  ['qunf', ['群发短信']],
  ['qianming', ['短信签名']],
  ['api', ['API 文档']],
  ['发票', []],
  ['余额与充值', ['充值']],
  ['yeycz', ['充值']],
  ['充值', ['充值', '充值记录']],
  ['cz', ['充值', '充值记录']],
  ['dxx', []],
])('%s finds %j', (text, titles) => expect(found(text)).toEqual(titles))

test('the characters that matched are known, also by pinyin', () => {
  expect(matchOf({ title: '群发短信', pinyin: 'qun fa duan xin' }, '短信')).toEqual({ rank: 2, from: 2, until: 4 })
  expect(matchOf({ title: '群发短信', pinyin: 'qun fa duan xin' }, 'dua')).toEqual({ rank: 2, from: 2, until: 3 })
  expect(matchOf({ title: '群发短信', pinyin: 'qun fa duan xin' }, 'qfdx')).toEqual({ rank: 0, from: 0, until: 4 })
})
