import { z } from 'zod'
import { statuses } from '#protocol/smpp/status.ts'

/** How the carrier treats one account, beside what its rules say of numbers: ways in which gateways differ, and faults. */
export const quirksSchema = z.strictObject({
  /** Most connections at once; a further login is refused with the protocol's status for that. Null: any number. */
  connectionLimit: z.number().int().min(0).nullable().default(null),
  /** Status of each login's answer, in the protocol's own numbers; 0: as the password says. */
  loginStatus: z.number().int().min(0).max(0xffffffff).default(statuses.ok),
  /** Version that a login's answer names (CMPP, SMGP); null: the customer's. */
  version: z.number().int().min(0).max(0xff).nullable().default(null),
  /** `doubled`: each goes to two parts. `constant`: the first goes to all. Those of SGIP are the customer's own. */
  messageIds: z.enum(['own', 'zero', 'doubled', 'constant']).default('own'),
  /** Bytes of a report of CMPP; null: those of its version. */
  reportBytes: z.literal([60, 71]).nullable().default(null),
  /** Bytes of the LinkID at the end of a delivery of CMPP; null: those of its version. */
  linkIdBytes: z.number().int().min(0).max(20).nullable().default(null),
  /** Without the times of submission and delivery in reports (SMPP, CMPP, SMGP). */
  omitsTimes: z.boolean().default(false),
  /** TP_udhi of replies in parts: 1, or 0x40 as copied from SMPP. */
  headerIndicator: z.literal([1, 0x40]).default(1),
  /** `another`: never over the submit's connection while there is a second one. */
  reportsOver: z.enum(['any', 'another']).default('any'),
  /** Says goodbye after this many submits of a connection, without answering what it owes; null: never. */
  terminateAfter: z.number().int().min(1).nullable().default(null),
  /** Node number in reports of SGIP; null: the submit's. */
  reportNode: z.number().int().min(0).max(0xffffffff).nullable().default(null),
})
export type Quirks = z.output<typeof quirksSchema>

const none = quirksSchema.parse({})

/** The quirks of accounts. */
export class AllQuirks {
  #byCustomer: Readonly<Record<string, Quirks>> = {}
  /** The id that the next part of a customer gets once more. */
  readonly #kept = new Map<string, string>()

  get all(): Readonly<Record<string, Quirks>> {
    return this.#byCustomer
  }

  /** Replaces those of all accounts. */
  set(byCustomer: Readonly<Record<string, Quirks>>): void {
    this.#byCustomer = byCustomer
    this.#kept.clear()
  }

  of(customer: string): Quirks {
    return (Object.hasOwn(this.#byCustomer, customer) && this.#byCustomer[customer]) || none
  }

  /** The id of a customer's part; `next`: one as it should be. */
  messageId(customer: string, next: () => string): string {
    const { messageIds } = this.of(customer)
    if (messageIds === 'own') return next()
    if (messageIds === 'zero') return next().replaceAll(/\w/g, '0')
    const kept = this.#kept.get(customer)
    if (kept !== undefined) {
      if (messageIds === 'doubled') this.#kept.delete(customer)
      return kept
    }
    const id = next()
    this.#kept.set(customer, id)
    return id
  }
}
