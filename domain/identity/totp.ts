import { Secret, TOTP } from 'otpauth'

/** Authenticator codes (TOTP, RFC 6238) as phone apps support them: 6 digits of HMAC-SHA-1 over steps of 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A new secret of 160 bits (RFC 4226 §4) in base32, for typing. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth URI in the QR code. */
export const totpUri = (secret: string, input: { issuer: string; label: string }): string =>
  new TOTP({ ...shape, ...input, secret: Secret.fromBase32(secret) }).toString()

/** The step of a code among the present one and its two neighbours (clock drift); null: none matches. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
