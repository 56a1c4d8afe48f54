import { decrypt, encrypt } from '#domain/platform/index.ts'

/** A sealed password opens for its own channel only. */
const context = (channelId: string) => `channel:${channelId}`

/** A carrier's password as the database keeps it. */
export const encryptChannelPassword = (secret: string, channelId: string, password: string): Buffer =>
  encrypt(secret, context(channelId), password)

/** Throws when it was sealed with another secret or for another channel. */
export const openChannelPassword = (secret: string, channelId: string, sealed: Buffer): string =>
  decrypt(secret, context(channelId), sealed)
