import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorCode } from '#values/error.ts'

const pair = z.object({ privateKey: z.string(), publicKey: z.string() })
const contractShape = z.object({
  appId: z.string(),
  sellerId: z.string(),
  merchantId: z.string(),
  merchantSerial: z.string(),
  platformSerial: z.string(),
  apiKey: z.string(),
  alipayMerchant: pair,
  alipay: pair,
  wechatMerchant: pair,
  wechat: pair,
})
/**
 * The contract between merchant and gateways: both sides' keys, since the simulator plays one side and gives the other
 * its settings.
 */
export type Contract = z.infer<typeof contractShape>

function makePair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

const digits = (count: number) => Array.from(randomBytes(count), byte => byte % 10).join('')

const makeContract = (): Contract => ({
  appId: `2021${digits(12)}`,
  sellerId: `2088${digits(12)}`,
  merchantId: `16${digits(8)}`,
  merchantSerial: randomBytes(20).toString('hex').toUpperCase(),
  platformSerial: randomBytes(20).toString('hex').toUpperCase(),
  apiKey: randomBytes(16).toString('hex'),
  alipayMerchant: makePair(),
  alipay: makePair(),
  wechatMerchant: makePair(),
  wechat: makePair(),
})

/** Reads the contract in a folder; generates it at the first start. */
export async function readContract(folder: string): Promise<Contract> {
  const file = path.join(folder, 'contract.json')
  try {
    return contractShape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const contract = makeContract()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify(contract), { mode: 0o600, flag: 'wx' })
  return contract
}

/** The merchant's side of the contract in the format of the platform's payment settings, for a simulator at `url`. */
export const merchantSettings = (contract: Contract, url: string) => ({
  alipay: {
    gateway: `${url}/gateway.do`,
    appId: contract.appId,
    sellerId: contract.sellerId,
    privateKey: contract.alipayMerchant.privateKey,
    alipayPublicKey: contract.alipay.publicKey,
  },
  wechat: {
    endpoint: `${url}/`,
    appId: contract.appId,
    merchantId: contract.merchantId,
    merchantSerial: contract.merchantSerial,
    privateKey: contract.wechatMerchant.privateKey,
    platformKeys: { [contract.platformSerial]: contract.wechat.publicKey },
    apiKey: contract.apiKey,
  },
})

/** Writes the settings where the platform's programs read them. */
export async function writeMerchantSettings(file: string, contract: Contract, url: string): Promise<void> {
  await writeFile(file, JSON.stringify(merchantSettings(contract, url), null, 2), { mode: 0o600 })
  await chmod(file, 0o600)
}
