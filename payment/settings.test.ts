import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openGateways } from './settings.ts'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('alipay-sdk', () => {
  loaded.push('alipay-sdk')
  return { AlipaySdk: class {} }
})
vi.mock('wechatpay-axios-plugin', () => {
  loaded.push('wechatpay-axios-plugin')
  return { Aes: {}, Formatter: {}, Rsa: {}, Wechatpay: class {} }
})

test('a gateway’s SDK is loaded only where the gateway is offered', async () => {
  const now = () => new Date()
  expect((await openGateways(null, now)).size).toBe(0)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-payment-'))
  const file = path.join(folder, 'payment.json')
  const alipay = { gateway: 'https://openapi.alipay.com/gateway.do', appId: '1', sellerId: '2', privateKey: '3', alipayPublicKey: '4' }
  await writeFile(file, '{}')
  expect((await openGateways(file, now)).size).toBe(0)
  expect(loaded).toEqual([])
  await writeFile(file, JSON.stringify({ alipay }))
  expect([...(await openGateways(file, now)).keys()]).toEqual(['alipay'])
  expect(loaded).toEqual(['alipay-sdk'])
  await rm(folder, { recursive: true })
})
