import type { RowProblem, UploadReport } from '#contract/recipients/upload.ts'
import { tableOf } from '#values/keys.ts'
import { type Carrier, mainlandCarriers } from '#values/phone.ts'
import type { Recipient } from './row-check.ts'

export type Outcome = 'duplicate' | 'repeat' | 'blacklisted' | 'overFrequencyLimit' | 'noConsent'

/** Counts the outcomes of rows, each once. */
export class ReportCount {
  #counts: Record<Outcome, number> = { duplicate: 0, repeat: 0, blacklisted: 0, overFrequencyLimit: 0, noConsent: 0 }
  #valid = 0
  /** Repetitions that are sent. */
  #sentRepeats = 0
  /** Rows without a recorded consent that are sent. */
  #sentWithoutConsent = 0
  readonly #problems = new Map<RowProblem, number>()
  readonly #carriers = new Map<Carrier, number>()
  readonly #segments = new Map<number, number>()
  #shortest: Recipient | null = null
  #longest: Recipient | null = null

  addMalformed(problem: RowProblem): void {
    increase(this.#problems, problem)
  }

  addLeftOut(outcome: Outcome): void {
    this.#counts[outcome] += 1
  }

  addSentRepeat(): void {
    this.#sentRepeats += 1
  }

  addSentWithoutConsent(): void {
    this.#sentWithoutConsent += 1
  }

  addValid(recipient: Recipient): void {
    this.#valid += 1
    increase(this.#carriers, recipient.carrier)
    increase(this.#segments, recipient.segmentCount)
    if (this.#shortest === null || recipient.text.length < this.#shortest.text.length) this.#shortest = recipient
    if (this.#longest === null || recipient.text.length > this.#longest.text.length) this.#longest = recipient
  }

  /** Rows counted so far. */
  get rowCount(): number {
    return this.#valid + sum(this.#problems.values()) + sum(Object.values(this.#counts))
  }

  get report(): UploadReport {
    const segments = [...this.#segments].sort(([a], [b]) => a - b)
    return {
      rowCount: this.rowCount,
      validCount: this.#valid,
      duplicateCount: this.#counts.duplicate,
      repeatCount: this.#counts.repeat + this.#sentRepeats,
      noConsentCount: this.#counts.noConsent + this.#sentWithoutConsent,
      malformedCount: sum(this.#problems.values()),
      blacklistedCount: this.#counts.blacklisted,
      overFrequencyCount: this.#counts.overFrequencyLimit,
      problems: Object.fromEntries(this.#problems),
      carriers: tableOf(mainlandCarriers, carrier => this.#carriers.get(carrier) ?? 0),
      segments: Object.fromEntries(segments),
      segmentCount: sum(segments.map(([count, recipients]) => count * recipients)),
      shortest: example(this.#shortest),
      longest: example(this.#longest),
    }
  }
}

const increase = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)
const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
const example = (recipient: Recipient | null) =>
  recipient && { line: recipient.line, text: recipient.text, unitCount: recipient.text.length, segmentCount: recipient.segmentCount }
