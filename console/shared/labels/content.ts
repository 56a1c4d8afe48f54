import type { SignatureAlgorithm } from '#contract/content/signature-request.ts'

export const signatureAlgorithmNames: Record<SignatureAlgorithm, string> = {
  open: 'HONGYAN-HMAC-SHA256（开放接口）',
  alibabaV3: 'ACS3-HMAC-SHA256（阿里云V3）',
  alibabaRpc: 'HMAC-SHA1（阿里云RPC）',
  tencentV3: 'TC3-HMAC-SHA256（腾讯云V3）',
  tencentV1: 'HmacSHA1/HmacSHA256（腾讯云V1）',
}
