import { Refusal, refuse } from '#contract/refusals.ts'
import type { EsmeSubmit } from '#domain/apps/index.ts'
import type { PartPlace } from '#protocol/text/concatenation.ts'
import { decodeTextStrictly } from '#protocol/text/data-coding.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { BoundAccount, Facts } from './bound-account.ts'
import type { EsmeContext } from './context.ts'

/** A text or a part of one as a submit asks for it, as far as its own bytes say. */
export interface Asked extends Pick<EsmeSubmit, 'source' | 'sourceKind' | 'destination' | 'destinationKind' | 'receipt' | 'wireId'> {
  /** Digits appended to those of the signature; unset: the app's own. */
  extension?: string | undefined
  sendAt: Date | undefined
  validUntil: Date | undefined
  /** Coding of the text as data_coding of SMPP. */
  dataCoding: number
  /** Bytes of the text; a copy, so that the packet's buffer can be released. */
  body: Buffer
  place: PartPlace | null
}

/** Parts of the longest text. */
export const maxParts = Math.ceil(limits.messageUnitsAtMost / limits.joinedSegmentUnits)

/** PostgreSQL can't store NUL, and no phone displays it. */
export const storable = (text: string): string => text.replaceAll('\0', '')

/** What the app may send. Refuses a text that can't be read, and what the app's settings forbid. */
export async function admitSubmit(boundAccount: BoundAccount, asked: Asked, address: string, context: EsmeContext): Promise<Facts> {
  // Checked before anything is awaited: an unreadable text is refused whatever the app may send.
  if (!asked.place) requireText(asked)
  const facts = await boundAccount.facts()
  const now = context.now()
  context.gate.admit(facts.caller, { ingress: boundAccount.login.protocol, scope: 'send', ip: address, isHttps: false, now })
  return facts
}

const submitOf = (
  { login: { appId, protocol } }: BoundAccount,
  { wireId, source, sourceKind, destination, destinationKind, receipt }: Asked,
  submittedAt: Date,
): EsmeSubmit => ({
  submitId: newId(),
  appId,
  protocol,
  wireId,
  source,
  sourceKind,
  destination,
  destinationKind,
  receipt,
  submittedAt,
})

/**
 * Accepts an admitted text for the phones of a submit: committed when it resolves with the ids of the first for the
 * answer. When some of several are refused, their reports say so. Rejects with a Refusal of all, or the error of an
 * unavailable database.
 */
export async function acceptSubmit(
  boundAccount: BoundAccount,
  facts: Facts,
  all: readonly Asked[],
  context: EsmeContext,
): Promise<Pick<EsmeSubmit, 'submitId' | 'wireId'>> {
  const first = firstOrThrow(all)
  if (first.place) {
    const { place } = first
    return firstOrThrow(await Promise.all(all.map(asked => acceptPart(boundAccount, facts, { ...asked, place }, all.length > 1, context))))
  }
  const submits = all.map(asked => submitOf(boundAccount, asked, context.now()))
  const request = boundAccount.requestOf(facts, requireText(first), all)
  const sent = await context.submissions.send(boundAccount.login.account, { request, submits, partIds: [] })
  const [outcome] = sent
  if (outcome instanceof Refusal && sent.every(one => one instanceof Refusal)) throw outcome
  return { submitId: typeof outcome === 'string' ? outcome : firstOrThrow(submits).submitId, wireId: first.wireId }
}

/** Stores a part of a concatenated text; the last one sends the whole text. `isReported`: a refusal is not thrown. */
async function acceptPart(
  boundAccount: BoundAccount,
  facts: Facts,
  asked: Asked & { place: PartPlace },
  isReported: boolean,
  { now, submissions }: EsmeContext,
): Promise<Pick<EsmeSubmit, 'submitId' | 'wireId'>> {
  const { account } = boundAccount.login
  const { dataCoding, body, place } = asked
  const submit = submitOf(boundAccount, asked, now())
  const { whole, ...kept } = await submissions.keep(account, { ...submit, place, dataCoding, body })
  if (!whole) return kept
  const [sent] = await attempt(() =>
    submissions.send(account, {
      request: boundAccount.requestOf(facts, requireText(whole), [asked]),
      submits: [{ ...submit, ...kept }],
      partIds: whole.submitIds,
    }),
  )
  if (!(sent instanceof Refusal)) return kept
  await submissions.refuse(account, whole.submitIds, { lastId: isReported ? null : kept.submitId, refusal: sent, now: now() })
  if (!isReported) throw sent
  return kept
}

function requireText({ dataCoding, body }: Pick<Asked, 'dataCoding' | 'body'>): string {
  return storable(decodeTextStrictly(dataCoding, body) ?? refuse('text_unreadable', { coding: dataCoding }))
}

async function attempt<T>(act: () => Promise<T[]>): Promise<(T | Refusal)[]> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) return [error]
    throw error
  }
}
