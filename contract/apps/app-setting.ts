import { z } from 'zod'

/** Where a program may call from. `watch` only notes whom it would refuse. */
export const allowlistModes = { off: '不限制', watch: '只记录', on: '只许名单内' } as const

export const maxAllowlistLines = 100
export const maxExemptPhones = 300

const most = (value: number) => z.number().int().min(1).max(value).nullable().default(null)

/** How often one number may get messages of a kind; null: as the account's settings say. Never more than those allow. */
const frequency = z.object({ perMinute: most(1_000), perHour: most(10_000), perDay: most(100_000) }).prefault({})

/** What an app's owner sets, with what holds where nothing was set, as it is kept in `app.settings`: ids without their prefixes. */
export const appSettings = z.object({
  /** The signatures and templates that it may send with; null: all approved ones. */
  signatureIds: z.array(z.uuid()).max(200).nullable().default(null),
  templateIds: z.array(z.uuid()).max(1_000).nullable().default(null),
  /** Addresses and CIDR blocks, IPv4 or IPv6. */
  allowlist: z
    .object({
      mode: z.enum(Object.keys(allowlistModes) as ['off', 'watch', 'on']).default('off'),
      lines: z.array(z.string().max(60)).max(maxAllowlistLines).default([]),
    })
    .prefault({}),
  isHttpsOnly: z.boolean().default(false),
  /** Refuses the same text to the same number within so many seconds; 0: never. */
  duplicateSeconds: z.number().int().min(0).max(86_400).default(0),
  /** Treats the same call of an SDK without an idempotency key within ten seconds as one. */
  isRepeatGuarded: z.boolean().default(false),
  /** Requests a second, over all keys and doors; null: the platform's limit. */
  requestsPerSecond: most(5_000),
  /** Segments that it may send a day or month of China; null: no limit. */
  dailySegments: most(1_000_000_000),
  monthlySegments: most(1_000_000_000),
  /** What it may spend, in hao. */
  dailySpendHao: most(1_000_000_000_000),
  monthlySpendHao: most(1_000_000_000_000),
  /** Minutes of the Chinese day in which it may send; null: always. */
  hours: z
    .object({ fromMinute: z.number().int().min(0).max(1_439), untilMinute: z.number().int().min(1).max(1_440) })
    .nullable()
    .default(null),
  frequency: z.object({ code: frequency, notice: frequency, marketing: frequency }).prefault({}),
  /** Numbers that no frequency limit holds for. */
  exemptPhones: z
    .array(z.string().regex(/^1\d{10}$/))
    .max(maxExemptPhones)
    .default([]),
  /** Whether the account's blacklist binds its notices too; codes are never bound, marketing always is. */
  bindsNotices: z.boolean().default(false),
  /** Codes may only be digits, at most six. */
  checksCodes: z.boolean().default(false),
  /** Digits after the sender number, shown to the phone. */
  extension: z
    .string()
    .regex(/^\d{0,6}$/)
    .default(''),
  /** The doors that are open to it, beside our own REST API. */
  doors: z
    .object({ alibaba: z.boolean().default(true), tencent: z.boolean().default(true), smpp: z.boolean().default(false) })
    .prefault({}),
})
export type AppSettings = z.output<typeof appSettings>
