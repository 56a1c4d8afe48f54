import { seal, unseal } from '#domain/secret.ts'

/** A sealed password opens for its own channel only. */
const context = (channelId: string) => `channel:${channelId}`

/** A carrier's password as the database keeps it. */
export const sealChannelPassword = (secret: string, channelId: string, password: string): Buffer =>
  seal(secret, context(channelId), password)

/** Throws when it was sealed with another secret or for another channel. */
export const openChannelPassword = (secret: string, channelId: string, sealed: Buffer): string => unseal(secret, context(channelId), sealed)
