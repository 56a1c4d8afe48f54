import type { PagePath } from '#contract/pages.ts'
import type { Searchable } from '#ui/palette/palette-match.ts'

/** Pinyin of the titles of members' pages, a syllable for each character: by it the palette finds them. */
export const pagePinyin: Partial<Record<PagePath, string>> = {
  '/system/home': 'kong zhi tai shou ye',
  '/notice': 'gong gao yu xiao xi',
  '/sms/home': 'duan xin gai lan',
  '/sms/broadcast': 'qun fa duan xin',
  '/sms/broadcast-task': 'qun fa ren wu',
  '/sms/broadcast-history': 'qun fa ji lu',
  '/sms/delivery': 'fa song ji lu',
  '/sms/template': 'duan xin mo ban',
  '/sms/signature': 'duan xin qian ming',
  '/sms/phonebook': 'tong xun lu',
  '/sms/blacklist': 'hei ming dan',
  '/sms/app-manage': 'ying yong guan li',
  '/sms/app-config': 'ying yong pei zhi',
  '/sms/app-warning': 'ying yong yu jing',
  '/sms/smsTotal': 'tong ji fen xi',
  '/sms/derivation': 'duan xin dao chu zhong xin',
  '/sms/combo': 'duan xin tao can',
  '/sms/combo/purchase': 'gou mai duan xin tao can',
  '/shorturl/create': 'chuang jian duan lian',
  '/shorturl/manage': 'duan lian guan li',
  '/shorturl/visitor': 'fang ke tong ji',
  '/shorturl/combo': 'duan lian tao can',
  '/shorturl/combo/purchase': 'gou mai duan lian tao can',
  '/system/uaccount/attestation': 'shi ming ren zheng',
  '/system/uaccount/attestation/AccountProfile': 'zhang hu zi liao',
  '/system/uaccount/derivation': 'zhang hu dao chu zhong xin',
  '/system/uaccount/userinfo': 'yong hu xin xi',
  '/system/uaccount/ulog': 'cao zuo ri zhi',
  '/system/finance/overview': 'cai wu zong lan',
  '/system/finance/recharge': 'chong zhi',
  '/system/finance/consume': 'xiao fei ming xi',
  '/system/finance/order': 'ding dan',
  '/system/finance/transaction': 'shou zhi ming xi',
  '/system/finance/bill/overview': 'zhang dan zong lan',
  '/system/finance/bill/detail': 'zhang dan ming xi',
  '/system/finance/invoice': 'fa piao guan li',
  '/system/finance/invoice/create': 'shen qing fa piao',
  '/system/finance/invoice/content': 'kai piao xin xi',
  '/system/finance/invoice/express': 'ji song xin xi',
}

/** Other names by which people look for a page, with their pinyin. */
const purchase = [{ title: '购买套餐', pinyin: 'gou mai tao can' }]
export const otherNames: Partial<Record<string, readonly Searchable[]>> = {
  '/notice': [{ title: '消息中心', pinyin: 'xiao xi zhong xin' }],
  '/sms/delivery': [{ title: '短信记录', pinyin: 'duan xin ji lu' }],
  '/sms/combo/purchase': purchase,
  '/shorturl/combo/purchase': purchase,
  '/sms/phonebook': [{ title: '联系人管理', pinyin: 'lian xi ren guan li' }],
  '/sms/template': [{ title: '模板管理', pinyin: 'mo ban guan li' }],
  '/sms/signature': [{ title: '签名管理', pinyin: 'qian ming guan li' }],
  '/system/finance/order': [{ title: '订单管理', pinyin: 'ding dan guan li' }],
  '/system/uaccount/userinfo': [{ title: '成员管理', pinyin: 'cheng yuan guan li' }],
} satisfies Partial<Record<PagePath, readonly Searchable[]>>

/** Pinyin of the menu's entries with titles of their own: they lead to several pages. */
export const entryPinyin: Record<string, string> = {
  群发任务与记录: 'qun fa ren wu yu ji lu',
  模板与签名: 'mu ban yu qian ming',
  黑名单与退订: 'hei ming dan yu tui ding',
  余额与充值: 'yu e yu chong zhi',
  账单与订单: 'zhang dan yu ding dan',
}
