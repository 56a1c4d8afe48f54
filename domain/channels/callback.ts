import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#domain/platform/index.ts'

/** Nobody else knows it: whoever calls with it is the channel's upstream. It never changes. */
const tokenOf = (secret: string, channelId: string): string =>
  createHmac('sha256', keyFor(secret, 'channel callback')).update(channelId).digest('base64url').slice(0, 32)

/** Where a channel's upstream calls us with reports and messages. `base`: the public address of dispatch. */
export const callbackUrlOf = (base: string, secret: string, channelId: string): string =>
  `${base.replace(/\/+$/, '')}/carrier/${channelId}/${tokenOf(secret, channelId)}`

export function isCallbackToken(secret: string, channelId: string, token: string): boolean {
  const right = tokenOf(secret, channelId)
  return token.length === right.length && timingSafeEqual(Buffer.from(token), Buffer.from(right))
}
