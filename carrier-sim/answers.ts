import { z } from 'zod'
import { statuses } from '#protocol/smpp/status.ts'
import { deleteOldest } from '#values/oldest.ts'

/** The simulated carrier's behaviour for a number. */
export const behaviourSchema = z.strictObject({
  /**
   * State in the report, or a code in its place, and the carrier's code in `err:` up to the next space; vendors put
   * codes like MK:0001 into either.
   */
  state: z
    .string()
    .regex(/^\S{1,32}$/)
    .default('DELIVRD'),
  errorCode: z
    .string()
    .regex(/^\S{0,32}$/)
    .default('000'),
  /** `before`: ahead of the submit answer. `accepted`: after a report of ACCEPTD, which is not final. */
  report: z.enum(['once', 'twice', 'none', 'before', 'accepted']).default('once'),
  /** Null: the carrier's usual delay. */
  reportDelayMs: z.number().int().min(0).max(3_600_000).nullable().default(null),
  /** Null: the submit is taken, and never answered. */
  answerDelayMs: z.number().int().min(0).max(3_600_000).nullable().default(0),
  /** command_status of the submit answer; 0 accepts. */
  submitStatus: z.number().int().min(0).max(0xffffffff).default(statuses.ok),
  /** How often a number is refused with it before it is accepted; null: always. */
  refuseTimes: z.number().int().min(1).nullable().default(null),
  /** Closes the connection on receipt, without an answer. */
  disconnect: z.boolean().default(false),
  /** Every nth submit answer of the carrier is garbage; null: none is. */
  garbleEvery: z.number().int().min(1).nullable().default(null),
})
export type Behaviour = z.output<typeof behaviourSchema>

export const ruleSchema = z.strictObject({
  match: z.enum(['exact', 'prefix', 'suffix', 'all']),
  value: z.string().max(21).default(''),
  behaviour: behaviourSchema,
})
export type Rule = z.output<typeof ruleSchema>

export const maximumRules = 1000

const delivered = behaviourSchema.parse({})
const like = (fields: z.input<typeof behaviourSchema>) => behaviourSchema.parse(fields)

/**
 * What numbers with these last four digits do without any rule. Every other number is delivered after the usual delay.
 *
 * | ends in | what happens                                   |
 * |---------|------------------------------------------------|
 * | 0001    | undelivered, MK:0001 (no such number, 空号)      |
 * | 0002    | expired                                        |
 * | 0003    | rejected by the carrier                        |
 * | 0004    | accepted, never a report                       |
 * | 0005    | delivered, report after 8 seconds              |
 * | 0006    | throttled (0x58) twice, then accepted          |
 * | 0007    | undelivered, MK:0010 (switched off, 关机)        |
 * | 0008    | submit refused, invalid destination (0x0B)     |
 * | 0009    | delivered, reported twice                      |
 * | 0010    | delivered, reported before the submit answer   |
 * | 0011    | delivered, submit answered after 2 seconds     |
 * | 0012    | the link is cut on receipt                     |
 */
const numberEndings: ReadonlyMap<string, Behaviour> = new Map([
  ['0001', like({ state: 'UNDELIV', errorCode: 'MK:0001' })],
  ['0002', like({ state: 'EXPIRED', errorCode: 'MK:0002' })],
  ['0003', like({ state: 'REJECTD', errorCode: 'MK:0003' })],
  ['0004', like({ report: 'none' })],
  ['0005', like({ reportDelayMs: 8000 })],
  ['0006', like({ submitStatus: statuses.throttled, refuseTimes: 2 })],
  ['0007', like({ state: 'UNDELIV', errorCode: 'MK:0010' })],
  ['0008', like({ submitStatus: statuses.invalidDestinationAddress })],
  ['0009', like({ report: 'twice' })],
  ['0010', like({ report: 'before' })],
  ['0011', like({ answerDelayMs: 2000 })],
  ['0012', like({ disconnect: true })],
])

/** Numbers whose refusals are counted at the same time; the oldest is evicted. */
const countedNumbers = 10_000

/**
 * Chooses the behaviour for a number: a rule set over the API (exact, longest prefix, longest suffix, all), else the
 * number's ending, else delivered.
 */
export class Answers {
  #rules: Rule[] = []
  readonly #refusals = new Map<string, number>()

  get rules(): readonly Rule[] {
    return this.#rules
  }

  /** Replaces the rules and resets the counts of refusals. */
  setRules(rules: readonly Rule[]): void {
    const order = ['exact', 'prefix', 'suffix', 'all']
    this.#rules = rules.toSorted((a, b) => order.indexOf(a.match) - order.indexOf(b.match) || b.value.length - a.value.length)
    this.#refusals.clear()
  }

  behaviourOf(phone: string): Behaviour {
    for (const rule of this.#rules) if (matches(rule, phone)) return rule.behaviour
    return numberEndings.get(phone.slice(-4)) ?? delivered
  }

  /** Status of the submit answer; counts the refusals of a number that is refused only a few times. */
  submitStatusOf(phone: string, behaviour: Behaviour): number {
    if (behaviour.submitStatus === statuses.ok || behaviour.refuseTimes === null) return behaviour.submitStatus
    const refused = this.#refusals.get(phone) ?? 0
    if (refused >= behaviour.refuseTimes) {
      this.#refusals.delete(phone)
      return statuses.ok
    }
    this.#refusals.set(phone, refused + 1)
    if (this.#refusals.size > countedNumbers) deleteOldest(this.#refusals)
    return behaviour.submitStatus
  }
}

function matches(rule: Rule, phone: string): boolean {
  switch (rule.match) {
    case 'exact':
      return phone === rule.value
    case 'prefix':
      return phone.startsWith(rule.value)
    case 'suffix':
      return phone.endsWith(rule.value)
    case 'all':
      return true
  }
}
