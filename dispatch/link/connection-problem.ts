import { toError } from '#values/error.ts'

/** Why a carrier is not connected, by the code of Node's error. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: '对方拒绝连接，请核对地址和端口',
  ECONNRESET: '对方断开了连接',
  EPIPE: '对方断开了连接',
  ETIMEDOUT: '连接超时，请核对地址、端口和对方的防火墙',
  EHOSTUNREACH: '到不了对方的地址',
  ENETUNREACH: '到不了对方的地址',
  ENOTFOUND: '找不到这个域名',
  EAI_AGAIN: '域名暂时解析不了',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书是自签名的',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书是自签名的',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不是这个域名的',
}

/** What such a code says, with the code; null: nothing known. */
export const connectionWords = (code: string): string | null => (words[code] ? `${words[code]}（${code}）` : null)

/** Why a link could not be opened, for staff: 对方拒绝连接，请核对地址和端口（ECONNREFUSED）. */
export function connectionProblem(thrown: unknown): string {
  const error = toError(thrown)
  return connectionWords('code' in error ? String(error.code) : '') ?? error.message
}
