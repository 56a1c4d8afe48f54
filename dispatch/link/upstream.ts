import type { Channel } from '#dispatch/channel/channel.ts'
import { openHttpLink } from '#dispatch/link/http/http-link.ts'
import { type TextPart, textParts } from '#protocol/text/text-part.ts'
import { openCmppLink } from './cmpp-link.ts'
import { openSgipLink } from './sgip-link.ts'
import { openSmgpLink } from './smgp-link.ts'
import { openSmppLink } from './smpp-link.ts'
import type { LinkHandlers, UpstreamLink } from './upstream-link.ts'

/**
 * Opens a link of the channel in its protocol. Resolves when it may be used; rejects with the reason when it may not.
 */
export function openUpstreamLink(channel: Channel, handlers: LinkHandlers, now: () => Date): Promise<UpstreamLink> {
  const { settings } = channel
  switch (settings.protocol) {
    case 'smpp':
      return openSmppLink(channel, settings, handlers)
    case 'cmpp':
      return openCmppLink(channel, settings, handlers, now())
    case 'smgp':
      return openSmgpLink(channel, settings, handlers, now())
    case 'sgip':
      return openSgipLink(channel, settings, handlers, now)
    case 'http':
      return openHttpLink(channel, settings, handlers, now)
  }
}

/** The parts of a text on a channel: an upstream by HTTP, or by message_payload, splits it itself. */
export function partsOf({ settings }: Channel, text: string, nextReference: () => number): TextPart[] {
  const isWhole = settings.protocol === 'http' || (settings.protocol === 'smpp' && settings.longText === 'payload')
  return isWhole ? [{ text, place: null }] : textParts(text, nextReference)
}
