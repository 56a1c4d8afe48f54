import { keysOf } from '#values/keys.ts'
/** Effect of a forbidden word. */
export const wordLevels = {
  reject: { name: '禁止', note: '含有它的签名和模板不能提交' },
  review: { name: '人工审核', note: '可以提交，审核时标出' },
} as const
export type WordLevel = keyof typeof wordLevels

/** Texts that a word applies to. */
export const wordKinds = { otp: '验证码', transactional: '通知', marketing: '推广', signature: '签名' } as const
export type WordKind = keyof typeof wordKinds
export const allWordKinds = keysOf(wordKinds)
