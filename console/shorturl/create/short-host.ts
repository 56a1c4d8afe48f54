import type { LinkChoices } from '../ui/LinkFields.tsx'

/** The part of a short address before its code, as in a message (domain/visits/address.ts). */
export const baseOf = (domain: string, choices: Pick<LinkChoices, 'shortLinkUrl'> | undefined): string =>
  `${domain === '' && choices ? choices.shortLinkUrl : `https://${hostOf(domain, choices)}`}/`

/** The displayed host before the code: the account's own domain or the platform's. */
export const hostOf = (domain: string, choices: Pick<LinkChoices, 'shortLinkUrl'> | undefined): string =>
  domain || (choices ? choices.shortLinkUrl.replace(/^https?:\/\//, '') : '平台域名')
