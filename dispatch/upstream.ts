import type { Channel } from './channel.ts'
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
      return openSmppLink(channel, handlers)
    case 'cmpp':
      return openCmppLink(channel, settings, handlers, now())
    case 'smgp':
      return openSmgpLink(channel, settings, handlers, now())
    case 'sgip':
      return openSgipLink(channel, settings, handlers, now)
  }
}
