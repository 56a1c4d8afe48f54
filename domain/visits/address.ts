/**
 * The address that people open for a code: on the account's own domain, else on the platform's (`base`:
 * `https://hy.example`).
 */
export const shortAddress = (base: string, domain: string, code: string) => `${domain === '' ? base : `https://${domain}`}/${code}`
