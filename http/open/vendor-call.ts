import { isUtf8 } from 'node:buffer'
import { fault, type VendorFaultCode } from '#contract/open/vendor-error.ts'
import {
  type Parameters,
  parametersOf,
  readAlibabaRpc,
  readAlibabaV3,
  readTencentV1,
  readTencentV3,
  type SignedRequest,
  type WireRequest,
} from '#domain/apps/index.ts'
import { isStorable } from '#http/server/storable.ts'
import { nested } from './vendor-action.ts'

/** A request of a vendor's SDK, parsed as far as possible without its key. */
export interface VendorCall {
  ingress: 'alibaba' | 'tencent'
  action: string
  version: string
  /** Permitted difference of its timestamp from our clock. */
  windowMinutes: number
  /** The vendor requires nonces: a request without one is refused. */
  needsNonce: boolean
  readSignature: () => SignedRequest | VendorFaultCode
  /** Its raw parameters; refuses unreadable ones. */
  readInput: () => object
  wantsXml: boolean
}

const alibaba = { ingress: 'alibaba', windowMinutes: 15, needsNonce: true } as const
const tencent = { ingress: 'tencent', windowMinutes: 5, needsNonce: false, wantsXml: false } as const

/**
 * Identifies the vendor of a request at the root of the open API: by its signature, else by names that only one vendor
 * uses. Null: none of them.
 */
export function readCall(wire: WireRequest): VendorCall | null {
  const { headers } = wire
  const parameters = allParameters(wire)
  const kind = kindOf(headers, parameters)
  return kind && kinds[kind](wire, parameters)
}

type Kind = 'alibabaV3' | 'alibabaRpc' | 'tencentV3' | 'tencentV1'

function kindOf({ authorization = '', ...headers }: WireRequest['headers'], parameters: Parameters): Kind | null {
  if (authorization.startsWith('ACS3-')) return 'alibabaV3'
  if (authorization.startsWith('TC3-')) return 'tencentV3'
  if (parameters.AccessKeyId || parameters.SignatureNonce) return 'alibabaRpc'
  if (parameters.SecretId) return 'tencentV1'
  if (headers['x-tc-action']) return 'tencentV3'
  if (headers['x-acs-action']) return 'alibabaV3'
  if (parameters.Action) return parameters.Nonce ? 'tencentV1' : 'alibabaRpc'
  return null
}

const kinds: Record<Kind, (wire: WireRequest, parameters: Parameters) => VendorCall> = {
  alibabaV3: (wire, parameters) => ({
    ...alibaba,
    action: wire.headers['x-acs-action'] ?? '',
    version: wire.headers['x-acs-version'] ?? '',
    readSignature: () => readAlibabaV3(wire),
    readInput: () => storable(nested(filled(parameters))),
    wantsXml: false,
  }),
  alibabaRpc: (wire, parameters) => ({
    ...alibaba,
    action: parameters.Action ?? '',
    version: parameters.Version ?? '',
    readSignature: () => readAlibabaRpc(wire.method, parameters),
    readInput: () => storable(nested(filled(parameters))),
    wantsXml: parameters.Format?.toUpperCase() === 'XML',
  }),
  tencentV3: (wire, parameters) => ({
    ...tencent,
    action: wire.headers['x-tc-action'] ?? '',
    version: wire.headers['x-tc-version'] ?? '',
    readSignature: () => readTencentV3(wire),
    readInput: () => (wire.method === 'GET' ? storable(nested(parameters)) : jsonOf(wire.body)),
  }),
  tencentV1: (wire, parameters) => ({
    ...tencent,
    action: parameters.Action ?? '',
    version: parameters.Version ?? '',
    readSignature: () => readTencentV1(wire, parameters),
    readInput: () => storable(nested(parameters)),
  }),
}

/** Parameters of the query and, for a form, of the body. */
function allParameters({ query, headers, body }: WireRequest): Record<string, string> {
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  return { ...parametersOf(query), ...(isForm ? parametersOf(body.toString('utf8')) : {}) }
}

/** An empty parameter counts as missing. */
const filled = (parameters: Parameters) => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))

/** Text that the database can't store is refused here, before it delays the requests of the same batch. */
const storable = (input: object): object => (isStorable(input) ? input : fault('unreadable'))

function jsonOf(body: Buffer): object {
  if (!isUtf8(body)) fault('unreadable')
  try {
    const value: unknown = JSON.parse(body.toString('utf8') || '{}')
    if (value && typeof value === 'object' && !Array.isArray(value)) return storable(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fault('unreadable')
}
