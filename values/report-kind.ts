/** Kinds of abuse reports about a short link. */
export const reportKinds = {
  phishing: '钓鱼诈骗',
  illegal: '赌博色情',
  spam: '垃圾短信',
  infringement: '侵犯权益',
  other: '其他',
} as const
export type ReportKind = keyof typeof reportKinds

/** Length in characters of the report's text, and of the reporter's contact. */
export const reportWordsCharacters = 200
export const reportContactCharacters = 60
