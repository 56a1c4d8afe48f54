import { Secret, TOTP } from 'otpauth'

/** Codes of authenticators: RFC 6238 as every app on phones has it, 6 digits of HMAC-SHA-1 over steps of 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A fresh secret of 160 bits (RFC 4226 §4), in base32 as people type it off. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says to the authenticator. */
export const totpUri = (secret: string, input: { issuer: string; label: string }): string =>
  new TOTP({ ...shape, ...input, secret: Secret.fromBase32(secret) }).toString()

/** The step whose code was given, of the present one and its two neighbours, since clocks differ; null: none of them. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
