import { sql } from 'kysely'
import type { AttestationStatus } from '#contract/account/capability.ts'
import { type AppSettings, appSettings } from '#contract/apps/app-setting.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { readFrequencyCounts, type Use } from '#domain/blacklist/index.ts'
import { type AppUsage, readUsage } from '#domain/delivery/index.ts'
import { findWords } from '#domain/forbidden-words/index.ts'
import { attestationStatusFrom } from '#domain/identity/index.ts'
import { type Funds, lockFunds, type MessageKind } from '#domain/ledger/index.ts'
import type { SendableLink } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { parsePhone } from '#values/phone.ts'
import type { SendRequest } from './send.ts'
import { readLinks } from './send-link.ts'
import { type PhoneFacts, readPhones } from './send-phone.ts'
import { readRules, type SendRules } from './send-rule.ts'

/** An app, as far as sending needs it. */
export interface SendingApp {
  appId: string
  isEnabled: boolean
  isTest: boolean
  settings: AppSettings
  otpPausedUntil: Date | null
}

export interface SendingTemplate {
  templateId: string
  kind: MessageKind
  text: string
  variables: TemplateVariable[]
}

/** Facts for an account's requests at this moment, with approved texts only. */
export interface AccountFacts extends Pick<SendRules, 'settings' | 'routing' | 'countryPrices'>, Texts {
  /** Why the account may send nothing at all. */
  refusal: Refusal | null
  attestationStatus: AttestationStatus
  phones: PhoneFacts
  /** Messages of the account to these numbers within a day, by `frequencyOf`. */
  seen: Map<string, Use>
  /** Locked balances. */
  funds: Funds
  /** By app. */
  usage: ReadonlyMap<string, AppUsage>
  /** The forbidden word found in a free text, by text. */
  forbiddenWords: ReadonlyMap<string, string>
  /** Links that the requests name, by id. */
  links: ReadonlyMap<string, SendableLink>
}

interface Texts {
  apps: ReadonlyMap<string, SendingApp>
  /** Ids by text. */
  signatures: ReadonlyMap<string, string>
  /** By code. */
  templates: ReadonlyMap<string, SendingTemplate>
}

/** Reads rules: from the database, or from a short-lived cache. */
export type RuleReader = (tx: Tx, account: AccountId, now: Date) => Promise<SendRules>

/**
 * Reads the facts. Statements in front of the account's row lock read what other senders don't change, while the sender
 * before still writes. Those behind the lock, which every sender of the account takes, see all that was committed
 * before, so that concurrent requests pass no limit. All statements are sent together.
 */
export async function readSendFacts(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  { now, rulesOf = readRules }: { now: Date; rulesOf?: RuleReader | undefined },
): Promise<AccountFacts> {
  const appIds = [...new Set(requests.map(request => request.caller.appId))]
  const wanted = phonesOf(requests)
  const [phones, rules, forbiddenWords, links, owner, texts, seen, funds, usage] = await Promise.all([
    readPhones(tx, account, wanted, now),
    rulesOf(tx, account, now),
    readForbidden(tx, requests),
    readLinks(tx, account, requests, now),
    lockAccount(tx, account),
    readTexts(tx, account, requests, appIds),
    readFrequencyCounts(tx, account, wanted, now),
    // Locked in the order in which the outcome of messages changes them.
    lockFunds(tx, account, now),
    readUsage(tx, account, appIds, { now, isLocked: true }),
  ])
  const { settings, routing, pricing, countryPrices } = rules
  return {
    ...texts,
    refusal: owner.state === 'active' ? null : new Refusal('account_frozen'),
    attestationStatus: attestationStatusFrom(owner, now),
    phones,
    seen,
    funds: { ...funds, prices: pricing.prices, paysFromBalance: owner.whenEmpty === 'balance' },
    ...{ usage, settings, routing, countryPrices, forbiddenWords, links },
  }
}

const lockAccount = (tx: Tx, account: AccountId) =>
  tx
    .selectFrom('account')
    .select(['state', 'attestedAt', 'attestedAs', 'attestedUntil', 'whenEmpty'])
    .where('accountId', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

function phonesOf(requests: readonly SendRequest[]): string[] {
  const phones = new Set<string>()
  for (const { recipients } of requests)
    for (const recipient of recipients) {
      const parsed = parsePhone(recipient.phone, 'anywhere')
      if ('phone' in parsed) phones.add(parsed.phone)
    }
  return [...phones]
}

interface TextsRow {
  apps: { id: string; state: string; kind: string; settings: string; until: string | null }[] | null
  signatures: { id: string; text: string }[] | null
  templates: { id: string; code: string; kind: MessageKind; text: string; variables: TemplateVariable[] }[] | null
}

/** Reads the apps, signatures and templates that the requests name in one statement. */
async function readTexts(tx: Tx, account: AccountId, requests: readonly SendRequest[], appIds: readonly string[]): Promise<Texts> {
  const signatureTexts = new Set<string>()
  const codes = new Set<string>()
  for (const { templateCode, recipients } of requests) {
    if (templateCode !== null) codes.add(templateCode)
    for (const { signature } of recipients) signatureTexts.add(signature)
  }
  const { rows } = await sql<TextsRow>`
    select (select jsonb_agg(jsonb_build_object('id', app_id, 'state', state, 'kind', kind, 'settings', settings::text, 'until', otp_paused_until))
        from app where account_id = ${account}::uuid and app_id = any(${appIds}::uuid[])) as apps,
      (select jsonb_agg(jsonb_build_object('id', signature_id, 'text', text))
        from signature where account_id = ${account}::uuid and text = any(${[...signatureTexts]}::text[]) and state = 'approved') as signatures,
      (select jsonb_agg(jsonb_build_object('id', template_id, 'code', code, 'kind', kind, 'text', text, 'variables', variables))
        from template where account_id = ${account}::uuid and code = any(${[...codes]}::text[]) and state = 'approved') as templates`.execute(
    tx,
  )
  const { apps, signatures, templates } = firstOrThrow(rows)
  return {
    apps: new Map(apps?.map(row => [row.id, appOf(row)])),
    signatures: new Map(signatures?.map(({ id, text }) => [text, id])),
    templates: new Map(templates?.map(({ id, code, kind, text, variables }) => [code, { templateId: id, kind, text, variables }])),
  }
}

const appOf = ({ id, state, kind, settings, until }: NonNullable<TextsRow['apps']>[number]): SendingApp => ({
  appId: id,
  isEnabled: state === 'enabled',
  isTest: kind === 'test',
  settings: settingsFrom(settings),
  otpPausedUntil: until === null ? null : new Date(until),
})

const maxParsed = 1_000
const parsed = new Map<string, AppSettings>()

/** Cache of parsed settings by their text: the same text comes thousands of times. */
function settingsFrom(text: string): AppSettings {
  const known = parsed.get(text)
  if (known) return known
  const settings = appSettings.parse(JSON.parse(text))
  if (parsed.size >= maxParsed) parsed.clear()
  parsed.set(text, settings)
  return settings
}

/** Free text has no review, so it is checked for forbidden words when it is sent. */
async function readForbidden(tx: Tx, requests: readonly SendRequest[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const text of new Set(requests.flatMap(request => request.text ?? []))) {
    const { findings } = await findWords(tx, text, 'transactional')
    const [mark] = findings.find(finding => finding.level === 'refuse')?.marks ?? []
    if (mark) found.set(text, text.slice(mark.from, mark.to))
  }
  return found
}
