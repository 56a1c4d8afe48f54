import { z } from 'zod'
import { member, post } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'

/** Algorithms of request signatures. */
const signatureAlgorithms = ['open', 'alibabaV3', 'alibabaRpc', 'tencentV3', 'tencentV1'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** The first difference between a program's text and ours; both are cut there. */
const difference = z.object({
  line: z.number().int(),
  column: z.number().int(),
  /** The common text just before. */
  lead: z.string(),
  ours: z.string(),
  theirs: z.string(),
  /** The most likely cause; null: no known one. */
  hint: z.string().nullable(),
})
export type TextDifference = z.output<typeof difference>

const checked = z.object({
  algorithm: z.enum(signatureAlgorithms).nullable(),
  /** The first problem, in a sentence with advice; null: the signature of the request would be accepted. */
  problem: z.string().nullable(),
  /** Whether the signature is right for this request and key; null when there was nothing to compare. */
  isSame: z.boolean().nullable(),
  accessKeyId: z.string().nullable(),
  signedAt: moment.nullable(),
  stringToSign: z.string().nullable(),
  canonicalRequest: z.string().nullable(),
  /** Against the text that the program says it signed; null when none was given, or it is the same. */
  difference: difference.nullable(),
})
export type CheckedSignature = z.output<typeof checked>

/** Fits a request with a thousand numbers. */
const most = 200_000

export const signatureRequestCalls = {
  check: post('/api/apps/check-signature', '校验请求签名', member('app.read'), {
    input: z.object({
      appId: idOf('app'),
      /** The whole request as sent over the wire. */
      request: z.string().trim().min(1, '请粘贴请求').max(most, '请求过长'),
      /** The text that the program says it signed: its string to sign or its canonical request; empty for none. */
      own: z.string().max(most, '字符串过长').default(''),
    }),
    answer: checked,
    refusals: ['not_found'],
  }),
}
