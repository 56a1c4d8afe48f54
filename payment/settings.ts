import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { GatewayName, PaymentGateway } from './gateway.ts'

const key = z.string().min(1)

/**
 * The merchant's contracts with the gateways, from a JSON file (docs/operating/payment.md). A gateway without one is
 * not offered.
 */
const paymentSettings = z.strictObject({
  alipay: z
    .strictObject({
      /** `https://openapi.alipay.com/gateway.do`, or the simulator's. */
      gateway: z.url(),
      appId: z.string().min(1),
      /** The merchant's number at Alipay, 2088…: webhooks for others are refused. */
      sellerId: z.string().min(1),
      /** PKCS #8, PEM. */
      privateKey: key,
      alipayPublicKey: key,
    })
    .optional(),
  wechat: z
    .strictObject({
      /** `https://api.mch.weixin.qq.com/`, or the simulator's. */
      endpoint: z.url(),
      appId: z.string().min(1),
      merchantId: z.string().min(1),
      merchantSerial: z.string().min(1),
      /** PKCS #8, PEM. */
      privateKey: key,
      /** WeChat's own keys by serial number or public key id; two during a rotation. */
      platformKeys: z.record(z.string(), key),
      /** Decrypts the contents of webhooks. */
      apiKey: z.string().length(32),
    })
    .optional(),
})
export type PaymentSettings = z.infer<typeof paymentSettings>

export type Gateways = ReadonlyMap<GatewayName, PaymentGateway>

/** The gateways in a file; none without a file. Throws a one-line message that names the error. */
export async function openGateways(file: string | null, now: () => Date): Promise<Gateways> {
  if (file === null) return new Map()
  const parsed = paymentSettings.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`支付配置 ${file} 有误：${parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('；')}`)
  const { alipay, wechat } = parsed.data
  const open: PaymentGateway[] = []
  // A gateway's SDK with its dependencies is loaded only where the gateway is offered.
  if (alipay) open.push((await import('./alipay.ts')).createAlipay(alipay))
  if (wechat) open.push((await import('./wechat.ts')).createWechat(wechat, now))
  return new Map(open.map(gateway => [gateway.name, gateway]))
}
