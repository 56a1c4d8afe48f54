import type { LinkChoices } from '../ui/LinkFields.tsx'

/** A whole short address before its code, as it will stand in a message (domain/visits/address.ts). */
export const baseOf = (domain: string, choices: Pick<LinkChoices, 'shortLinkUrl'> | undefined): string =>
  `${domain === '' && choices ? choices.shortLinkUrl : `https://${hostOf(domain, choices)}`}/`

/** What stands before the code, as people read it: the account's own domain or the platform's. */
export const hostOf = (domain: string, choices: Pick<LinkChoices, 'shortLinkUrl'> | undefined): string =>
  domain || (choices ? choices.shortLinkUrl.replace(/^https?:\/\//, '') : '平台域名')
