import { sql } from 'kysely'
import { frequencyRefusal, Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type FrequencyWindow, frequencyOf, isBlocking, Use, windowsOf } from '#domain/blacklist/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { Settings } from '#domain/settings/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import type { Draft, DraftRecipient } from './send-draft.ts'
import type { AccountFacts, SendingApp } from './send-facts.ts'
import { anyCodePattern } from './send-link.ts'

interface Reach {
  now: Date
  read: AccountFacts
}

/**
 * Removes from drafts the numbers that may not get them: on a blacklist, over a frequency limit, or with the same text
 * just now. Drafts are checked in order, so that of two for the same number the first is served. Returns how many
 * messages each blacklist entry of the account blocked.
 */
export async function keepReachable(
  tx: Tx,
  account: AccountId,
  drafts: readonly Draft[],
  { now, read }: Reach,
): Promise<Map<string, number>> {
  const hits = new Map<string, number>()
  if (drafts.length === 0) return hits
  const { entriesOf } = read.phones
  if (entriesOf.size > 0)
    for (const draft of drafts)
      keep(draft, ({ phone, text: { signatureId } }) => {
        const { kind, app } = draft
        const own = entriesOf
          .get(phone)
          ?.filter(entry => isBlocking(entry, { kind, signatureId, bindsTransactional: app.settings.bindsTransactional }))
        for (const { blacklistId } of own ?? []) if (blacklistId) hits.set(blacklistId, (hits.get(blacklistId) ?? 0) + 1)
        return own && own.length > 0 ? new Refusal('phone_blacklisted', { phone }) : null
      })
  keepSeldom(drafts, read)
  await keepNew(tx, account, drafts, now)
  return hits
}

type Problem = Refusal | null

function keep(draft: Draft, problemOf: (recipient: DraftRecipient) => Problem): void {
  draft.recipients = draft.recipients.filter(recipient => {
    const problem = problemOf(recipient)
    if (problem) draft.outcomes[recipient.place] = { phone: recipient.phone, refusal: problem }
    return problem === null
  })
}

/** Frequency windows for messages of one kind to a number: the account's, and stricter ones of the app. */
function windowsFor(kind: MessageKind, app: SendingApp, settings: Settings): FrequencyWindow[] {
  const { perMinute, perHour, perDay } = app.settings.frequency[kind]
  const own = [
    { windowMinutes: 1, most: perMinute },
    { windowMinutes: 60, most: perHour },
    { windowMinutes: 1_440, most: perDay },
  ].flatMap(({ windowMinutes, most }) => (most === null ? [] : [{ windowMinutes, most }]))
  const both = Map.groupBy([...windowsOf[kind](settings), ...own], window => window.windowMinutes)
  return [...both].map(([windowMinutes, same]) => ({ windowMinutes, most: Math.min(...same.map(window => window.most)) }))
}

interface Limits {
  windows: FrequencyWindow[]
  exempt: Set<string>
}

function keepSeldom(drafts: readonly Draft[], { settings, seen, phones: { testNumbers } }: AccountFacts): void {
  const useOf = (key: string) => {
    const use = seen.get(key) ?? new Use()
    seen.set(key, use)
    return use
  }
  const limits = new Map<string, Limits>()
  const limitsOf = ({ kind, app }: Draft) => {
    const key = `${kind} ${app.appId}`
    const known = limits.get(key) ?? { windows: windowsFor(kind, app, settings), exempt: new Set(app.settings.exemptPhones) }
    limits.set(key, known)
    return known
  }
  for (const draft of drafts) {
    const { kind, templateId } = draft
    const { windows, exempt } = limitsOf(draft)
    keep(draft, ({ phone, text }) => {
      const use = useOf(frequencyOf({ phone, kind, sourceId: kind === 'otp' ? text.signatureId : templateId }))
      if (testNumbers.has(phone) || exempt.has(phone)) return null
      const over = windows.find(({ windowMinutes, most }) => use.within(windowMinutes) >= most)
      if (over) return frequencyRefusal({ phone, minutes: over.windowMinutes, most: over.most })
      use.add()
      return null
    })
  }
}

/** Where the app is set so: a number doesn't get the same text twice within some seconds. */
async function keepNew(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date): Promise<void> {
  const wary = drafts.filter(one => one.app.settings.duplicateSeconds > 0)
  for (const draft of wary) {
    const { appId, settings } = draft.app
    const seconds = settings.duplicateSeconds
    const texts = draft.recipients.map(one => one.text.content)
    // Texts with a link compare equal without its codes.
    const { link } = draft
    const [isSame, patterns] = link ? [sql`like`, texts.map(text => anyCodePattern(text, link))] : [sql`=`, texts]
    const { rows } = await sql<{ phone: string; content: string }>`
      select asked.phone, asked.content
      from unnest(${draft.recipients.map(one => one.phone)}::text[], ${texts}::text[], ${patterns}::text[]) as asked (phone, content, pattern)
      where exists (select from message where account_id = ${account} and message.phone = asked.phone and message.content ${isSame} asked.pattern
        and app_id = ${appId} and message_id >= ${idFloor(now.getTime() - seconds * 1000)}::uuid and state not in ('refused', 'canceled'))`.execute(
      tx,
    )
    const had = new Set(rows.map(({ phone, content }) => `${phone} ${content}`))
    // Of several equal requests in one commit, only the first is served.
    const earlier = wary.slice(0, wary.indexOf(draft)).filter(one => one.app.appId === appId)
    for (const { recipients } of earlier) for (const { phone, text } of recipients) had.add(`${phone} ${text.content}`)
    keep(draft, ({ phone, text }) => (had.has(`${phone} ${text.content}`) ? new Refusal('duplicate_content', { phone, seconds }) : null))
  }
}
