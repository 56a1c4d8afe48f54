import type { LinkChoices } from '../ui/LinkFields.tsx'

/** What stands before the code, as people read it: the account's own domain or the platform's. */
export const hostOf = (domain: string, choices: LinkChoices | undefined): string =>
  domain || (choices ? choices.shortLinkUrl.replace(/^https?:\/\//, '') : '平台域名')
