import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'

/** The ways in which requests are signed. */
export const signatureAlgorithms = {
  open: 'HONGYAN-HMAC-SHA256（开放接口）',
  alibabaV3: 'ACS3-HMAC-SHA256（阿里云V3）',
  alibabaRpc: 'HMAC-SHA1（阿里云RPC）',
  tencentV3: 'TC3-HMAC-SHA256（腾讯云V3）',
  tencentV1: 'HmacSHA1/HmacSHA256（腾讯云V1）',
} as const
export type SignatureAlgorithm = keyof typeof signatureAlgorithms

/** Where a program's text parts from ours; both sides are cut there. */
const difference = z.object({
  line: z.number().int(),
  column: z.number().int(),
  /** What is the same just before. */
  lead: z.string(),
  ours: z.string(),
  theirs: z.string(),
  /** What it most likely is; null: nothing that is known. */
  hint: z.string().nullable(),
})
export type TextDifference = z.output<typeof difference>

const checked = z.object({
  algorithm: z.enum(Object.keys(signatureAlgorithms) as [SignatureAlgorithm, ...SignatureAlgorithm[]]).nullable(),
  /** The first thing that is wrong, in a sentence with what to do; null: the request would be let in, as far as its signature goes. */
  problem: z.string().nullable(),
  /** Whether the signature is the one that belongs to this request and key; null where there was nothing to compare. */
  isSame: z.boolean().nullable(),
  accessKeyId: z.string().nullable(),
  signedAt: moment.nullable(),
  stringToSign: z.string().nullable(),
  canonicalRequest: z.string().nullable(),
  /** Of what the program says that it had signed; null where it said nothing, or the same. */
  difference: difference.nullable(),
})
export type CheckedSignature = z.output<typeof checked>

/** A paste of a request with a thousand numbers. */
const most = 200_000

export const signatureRequestCalls = {
  check: call({
    method: 'POST',
    path: '/api/apps/check-signature',
    summary: '校验请求签名',
    audience: member('app.read'),
    input: z.object({
      appId: idOf('app'),
      /** The whole request as it went over the wire. */
      request: z.string().trim().min(1, '请粘贴请求').max(most, '请求过长'),
      /** What the program says that it had signed: its string to sign or its canonical request; the empty text for none. */
      own: z.string().max(most, '字符串过长').default(''),
    }),
    answer: checked,
    refusals: ['not_found'],
  }),
}
