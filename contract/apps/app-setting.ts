import { z } from 'zod'

/** IP allowlist of a program. `watch` only records whom it would refuse. */
const allowlistModes = ['off', 'watch', 'on'] as const

export const maxAllowlistLines = 100
export const maxExemptPhones = 300

const most = (value: number) => z.number().int().min(1).max(value).nullable().default(null)

/**
 * Frequency limits of a number for messages of a kind; null: as in the account's settings, which they can only tighten.
 */
const frequency = z.object({ perMinute: most(1_000), perHour: most(10_000), perDay: most(100_000) }).prefault({})

/** Settings by an app's owner, with their defaults, as stored in `app.settings`: ids without their prefixes. */
export const appSettings = z.object({
  /** Signatures and templates allowed for sending; null: all approved ones. */
  signatureIds: z.array(z.uuid()).max(200).nullable().default(null),
  templateIds: z.array(z.uuid()).max(1_000).nullable().default(null),
  /** Addresses and CIDR blocks, IPv4 or IPv6. */
  allowlist: z
    .object({
      mode: z.enum(allowlistModes).default('off'),
      lines: z.array(z.string().max(60)).max(maxAllowlistLines).default([]),
    })
    .prefault({}),
  isHttpsOnly: z.boolean().default(false),
  /** Refuses the same text to the same number within so many seconds; 0: never. */
  duplicateSeconds: z.number().int().min(0).max(86_400).default(0),
  /** Treats the same SDK call without an idempotency key within ten seconds as one. */
  isRepeatGuarded: z.boolean().default(false),
  /** Requests a second, over all keys and ingresses; null: the platform's limit. */
  requestsPerSecond: most(5_000),
  /** Segments per day or month in China; null: no limit. */
  dailySegments: most(1_000_000_000),
  monthlySegments: most(1_000_000_000),
  /** Spending limit, in hao. */
  dailySpendHao: most(1_000_000_000_000),
  monthlySpendHao: most(1_000_000_000_000),
  /** Minutes of the day in China in which it may send; null: always. */
  hours: z
    .object({ fromMinute: z.number().int().min(0).max(1_439), untilMinute: z.number().int().min(1).max(1_440) })
    .nullable()
    .default(null),
  frequency: z.object({ otp: frequency, transactional: frequency, marketing: frequency }).prefault({}),
  /** Numbers without frequency limits. */
  exemptPhones: z
    .array(z.string().regex(/^1\d{10}$/))
    .max(maxExemptPhones)
    .default([]),
  /**
   * Whether the account's blacklist applies to its transactional messages too; never to one-time codes, always to
   * marketing.
   */
  bindsTransactional: z.boolean().default(false),
  /** One-time codes must be at most six digits. */
  checksCodes: z.boolean().default(false),
  /** Digits appended to the sender number, shown to the phone. */
  extension: z
    .string()
    .regex(/^\d{0,6}$/)
    .default(''),
  /** Enabled ingresses, besides our own REST API. */
  ingresses: z
    .object({
      alibaba: z.boolean().default(true),
      tencent: z.boolean().default(true),
      smpp: z.boolean().default(false),
      cmpp: z.boolean().default(false),
    })
    .prefault({}),
})
export type AppSettings = z.output<typeof appSettings>
