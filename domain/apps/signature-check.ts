import { timingSafeEqual } from 'node:crypto'
import type { CheckedSignature, SignatureAlgorithm } from '#contract/content/signature-request.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { readAlibabaRpc, readAlibabaV3 } from './alibaba-signature.ts'
import { isLive, openKeySecret } from './key.ts'
import { readOpenSignature } from './open-signature.ts'
import { readPastedRequest } from './pasted-request.ts'
import { readTencentV1, readTencentV3 } from './tencent-signature.ts'
import { firstDifference } from './text-difference.ts'
import { parametersOf, type SignedRequest, type WireRequest } from './wire-request.ts'

/** Validity of a signature in minutes, by the vendor's rule. */
const windowMinutes: Record<SignatureAlgorithm, number> = { open: 5, alibabaV3: 15, alibabaRpc: 15, tencentV3: 5, tencentV1: 5 }

const readProblems: Record<string, string> = {
  key_missing: '请求里没有AccessKeyId或签名',
  algorithm_unknown: '签名的写法或算法不对：请对照接口文档检查Authorization的格式',
  header_unsigned: '有请求头没有参与签名：SignedHeaders须包含host和全部x-acs-开头的请求头（腾讯云须包含content-type和host）',
  body_changed: '请求头x-acs-content-sha256与请求体的SHA-256不一致：请求体在签名之后变了，或者摘要算错了',
}

type Read = { algorithm: SignatureAlgorithm; signed: SignedRequest | string }

/** The signature of a request, recognized as the ingresses do; a text says why there is none. */
function read(request: WireRequest): Read | string {
  const { authorization = '' } = request.headers
  if (/^Bearer\b/i.test(authorization)) return '这个请求用Authorization: Bearer直接带密钥，不需要签名；请核对密钥本身'
  if (authorization.startsWith('HONGYAN-')) return { algorithm: 'open', signed: readOpenSignature(request) }
  if (authorization.startsWith('ACS3-')) return { algorithm: 'alibabaV3', signed: readAlibabaV3(request) }
  if (authorization.startsWith('TC3-')) return { algorithm: 'tencentV3', signed: readTencentV3(request) }
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')
  const parameters = { ...parametersOf(request.query), ...(isForm ? parametersOf(request.body.toString()) : {}) }
  if (parameters.AccessKeyId) return { algorithm: 'alibabaRpc', signed: readAlibabaRpc(request.method, parameters) }
  if (parameters.SecretId) return { algorithm: 'tencentV1', signed: readTencentV1(request, parameters) }
  return authorization
    ? 'Authorization的开头不是任何一种签名算法'
    : '请求里没有签名：没有Authorization请求头，参数里也没有AccessKeyId或SecretId'
}

const nothing: CheckedSignature = {
  algorithm: null,
  problem: null,
  isSame: null,
  accessKeyId: null,
  signedAt: null,
  stringToSign: null,
  canonicalRequest: null,
  difference: null,
}

/**
 * Verifies the signature of a pasted request as the ingresses do, and shows where the string that the program signed
 * differs from ours. Never returns the signature itself: permission to see keys isn't permission to sign with them.
 */
export async function checkSignature(
  executor: Executor,
  account: AccountId,
  input: { appId: string; request: string; own: string; master: string; now: Date },
): Promise<CheckedSignature> {
  const request = readPastedRequest(input.request)
  if (!request) return { ...nothing, problem: '没有读懂这个请求：第一行须是“POST /路径 HTTP/1.1”，接着是请求头、一个空行和请求体' }
  const found = read(request)
  if (typeof found === 'string') return { ...nothing, problem: found }
  const { algorithm, signed } = found
  if (typeof signed === 'string') return { ...nothing, algorithm, problem: readProblems[signed] ?? signed }
  const { accessKeyId, stringsToSign, canonicalRequest, at } = signed
  const difference = differenceOf(signed, input.own)
  const result = { ...nothing, algorithm, accessKeyId, signedAt: at, stringToSign: stringsToSign[0], canonicalRequest, difference }
  const key = await executor
    .selectFrom('accessKey')
    .select(['encryptedSecret', 'state', 'endsAt'])
    .where('accountId', '=', account)
    .where('appId', '=', input.appId)
    .where('accessKeyId', '=', accessKeyId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!key) return { ...result, problem: `这个应用没有密钥${accessKeyId}：请核对AccessKeyId，也可能是另一个应用的` }
  const secret = openKeySecret(input.master, accessKeyId, key.encryptedSecret)
  if (secret === null) return { ...result, problem: '这是旧密钥，只能用于Authorization: Bearer；要用签名请轮换成新密钥' }
  const isSame = stringsToSign.some(text => isEqual(signed.signatureOf(text, secret), signed.signature))
  const verdict = () => {
    if (!isSame)
      return difference
        ? '签名不一致：您的程序签名的内容与服务端不同，见下面第一处差异'
        : input.own
          ? '签名的内容一致，签名却不同：请核对AccessKeySecret，以及最后一步的HMAC和编码'
          : '签名不一致：请粘贴您的程序算出的待签名字符串或规范请求，找出哪里不同'
    if (!isLive(key, input.now)) return '签名正确，但是这个密钥已停用'
    if (at === null) return '签名正确，但是时间的格式不对，或日期与时间戳不是同一天（UTC）'
    if (Math.abs(input.now.getTime() - at.getTime()) > windowMinutes[algorithm] * 60_000)
      return `签名正确，但是签名时间与现在相差超过${windowMinutes[algorithm]}分钟：现在发送会被拒绝，请用当前时间重新签名，并校准机器的时钟`
    return null
  }
  return { ...result, isSame, problem: verdict() }
}

/**
 * Compares what the program signed with the more similar of the string to sign and the canonical request that it
 * hashes.
 */
function differenceOf({ stringsToSign, canonicalRequest }: SignedRequest, own: string) {
  if (own.trim() === '') return null
  // Pasting adds a line end that isn't part of the signed text.
  const theirs = own.replace(/\n$/, '')
  const ours = [...stringsToSign, ...(canonicalRequest === null ? [] : [canonicalRequest])]
  if (ours.some(text => text === theirs || text === own)) return null
  const shared = (text: string) => {
    let length = 0
    while (length < text.length && text[length] === theirs[length]) length += 1
    return length
  }
  const nearest = ours.reduce((best, text) => (shared(text) > shared(best) ? text : best))
  return firstDifference(nearest, theirs)
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
