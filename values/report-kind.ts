/** What people find wrong with a short link that they were sent. */
export const reportKinds = {
  phishing: '钓鱼诈骗',
  illegal: '赌博色情',
  spam: '垃圾短信',
  infringement: '侵犯权益',
  other: '其他',
} as const
export type ReportKind = keyof typeof reportKinds

/** In characters: what is said of it, and how the person may be reached. */
export const reportWordsCharacters = 200
export const reportContactCharacters = 60
