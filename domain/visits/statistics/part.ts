import { tableOf } from '#values/keys.ts'
import { DistinctSet } from '../distinct.ts'
import { addCounts, type ValueCounts, type VisitDimension, visitDimensions } from './dimension.ts'

/** The nil UUID stands for all links of an account together. */
export const wholeAccount = '00000000-0000-0000-0000-000000000000'

/**
 * Part of a roll-up: the visits of one subject (a link, a broadcast or the account) in one step of time (a minute, hour
 * or day by its number). Parts can be added up.
 */
export interface VisitPart {
  subjectId: string
  step: number
  /** Visits by persons; all fields below count these only. */
  pv: number
  /** Visits by programs. */
  bots: number
  visitors: DistinctSet
  addresses: DistinctSet
  counts: Record<VisitDimension, ValueCounts>
}

/** The facts of a visit that are counted. */
export interface CountedVisit {
  atMs: number
  linkId: string
  broadcastId: string | null
  isPerson: boolean
  /** Hashes below 2^53. */
  visitor: number
  address: number
  values: Record<VisitDimension, string>
}

export const newPart = (subjectId: string, step: number): VisitPart => ({
  subjectId,
  step,
  pv: 0,
  bots: 0,
  visitors: new DistinctSet(),
  addresses: new DistinctSet(),
  counts: tableOf(visitDimensions, () => new Map()),
})

function addVisit(part: VisitPart, visit: CountedVisit): void {
  if (!visit.isPerson) {
    part.bots += 1
    return
  }
  part.pv += 1
  part.visitors.add(visit.visitor)
  part.addresses.add(visit.address)
  for (const dimension of visitDimensions) {
    const counts = part.counts[dimension]
    const value = visit.values[dimension]
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
}

function addPart(to: VisitPart, from: VisitPart): void {
  to.pv += from.pv
  to.bots += from.bots
  to.visitors.merge(from.visitors)
  to.addresses.merge(from.addresses)
  for (const dimension of visitDimensions) addCounts(to.counts[dimension], from.counts[dimension])
}

/** Parts by subject and step. */
class Parts {
  readonly #subjects = new Map<string, Map<number, VisitPart>>()

  of(subjectId: string, step: number): VisitPart {
    const steps = this.#subjects.get(subjectId) ?? new Map<number, VisitPart>()
    if (steps.size === 0) this.#subjects.set(subjectId, steps)
    const part = steps.get(step) ?? newPart(subjectId, step)
    if (part.pv + part.bots === 0) steps.set(step, part)
    return part
  }

  all(): VisitPart[] {
    return [...this.#subjects.values()].flatMap(steps => [...steps.values()])
  }
}

/** Adds parts up: those of the same subject whose steps become the same. */
export function rollUpParts(parts: Iterable<VisitPart>, stepOf: (step: number) => number = step => step): VisitPart[] {
  const sums = new Parts()
  for (const part of parts) addPart(sums.of(part.subjectId, stepOf(part.step)), part)
  return sums.all()
}

/** Visits of one account as parts, for links, broadcasts and the account. */
export class Tally {
  readonly #stepMs: number
  readonly #links = new Parts()
  readonly #broadcasts = new Parts()

  constructor(stepMs: number) {
    this.#stepMs = stepMs
  }

  add(visit: CountedVisit): void {
    const step = Math.floor(visit.atMs / this.#stepMs)
    addVisit(this.#links.of(visit.linkId, step), visit)
    if (visit.broadcastId) addVisit(this.#broadcasts.of(visit.broadcastId, step), visit)
  }

  parts(): VisitPart[] {
    const links = this.#links.all()
    const account = rollUpParts(links.map(part => ({ ...part, subjectId: wholeAccount })))
    return [...links, ...this.#broadcasts.all(), ...account]
  }
}
