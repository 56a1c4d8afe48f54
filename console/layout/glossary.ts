import { pathTo } from '#console/paths.ts'
import { glossary as dictionary, moneyTerms, terms as names } from '#contract/terms.ts'
import type { PaletteEntry } from '#ui/palette/PaletteFinder.tsx'
import { limits } from '#values/limits.ts'

/** Where the messages or the money of a term are listed; statistics for those left out. */
const lists: Partial<Record<string, string>> = {
  [names.delivered]: pathTo('/sms/delivery', { state: 'delivered' }),
  [names.failed]: pathTo('/sms/delivery', { state: 'failed' }),
  [names.unknown]: pathTo('/sms/delivery', { state: 'unknown' }),
  [names.refused]: pathTo('/sms/delivery', { state: 'refused' }),
  [names.waiting]: pathTo('/sms/delivery', { state: 'waiting' }),
  [names.charged]: pathTo('/system/finance/consume'),
  ...Object.fromEntries(moneyTerms.map(name => [name, pathTo('/system/finance/overview')])),
}

type Term = readonly [word: string, pinyin: string, about: string, to: string]
const terms: readonly Term[] = [
  [
    '长短信',
    'chang duan xin',
    `超过${limits.singleSegmentUnits}字的短信，按每${limits.joinedSegmentUnits}字1条计费，在手机上合成一条显示`,
    pathTo('/sms/smsTotal'),
  ],
  ['回执', 'hui zhi', '运营商对一条短信送达与否的最终答复，也叫状态报告；提交后最长72小时', pathTo('/sms/delivery', { state: 'waiting' })],
  ['状态码', 'zhuang tai ma', '运营商在回执里给出的失败原因代码，输入代码可查含义和处理办法', pathTo('/sms/delivery', { state: 'failed' })],
  ['上行短信', 'shang xing duan xin', '收件人回复的短信', pathTo('/sms/delivery', { tab: 'inbound' })],
  ['退订', 'tui ding', '收件人拒收推广短信，其号码自动加入黑名单', pathTo('/sms/blacklist')],
  ['报备', 'bao bei', '签名须先在各运营商登记，登记完成后该运营商的号码才能收到', pathTo('/sms/signature')],
  [
    '单号诊断',
    'dan hao zhen duan',
    '查一个号码的运营商、黑名单、退订和频率，找出收不到的原因',
    pathTo('/sms/delivery', { diagnose: 'new' }),
  ],
  ['访问密钥', 'fang wen mi yao', '程序调用接口的凭据，由编号和密钥组成，密钥只在创建时显示一次', pathTo('/sms/app-manage')],
  ['回调', 'hui diao', '平台把回执和回复推送到您的服务器地址', pathTo('/sms/app-manage')],
]

/** Terms with their meaning, each with the page where it matters. */
export const glossary: readonly PaletteEntry[] = [
  ...dictionary.map(({ name, meaning, counted }) => ({
    key: `term ${name}`,
    title: name,
    note: `${meaning}。${counted}`,
    to: lists[name] ?? pathTo('/sms/smsTotal'),
  })),
  ...terms.map(([title, pinyin, note, to]) => ({ key: `term ${title}`, title, pinyin, note, to })),
]
