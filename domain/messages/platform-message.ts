import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { chooseChannel, loadRouting } from '#domain/channels/index.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { type CarrierFinder, loadCarrierFinder, provinceOf } from '#domain/numbering/index.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import { type PlatformTemplateCode, platformAccount, platformTemplates } from './platform-account.ts'

/**
 * Sends a message of the platform (sign-in codes, notifications) from the platform's account in a transaction of its
 * own; returns its id. The caller limits the rate per number. Throws when a parameter of the template is missing.
 */
export async function sendPlatformMessage(
  db: Db,
  input: { phone: string; templateCode: PlatformTemplateCode; parameters: Readonly<Record<string, string>>; now: Date },
): Promise<string> {
  const { accountId, signature } = platformAccount
  const { kind, templateId, text, variables } = platformTemplates[input.templateCode]
  const values = variables.map(({ name }) => input.parameters[name] ?? missing(name))
  const content = composeContent(signature.text, renderTemplate(text, variables, values), kind)
  const segments = segmentCount(content.length)
  const messageId = newId()
  await asAccount(db, accountId, async tx => {
    const carrierOf = await loadCarrierFinder(tx, [input.phone])
    const hold = firstOrThrow(await holdCharge(tx, accountId, kind, new Map([[segments, 1]]), { now: input.now }))
    const message = {
      messageId,
      kind,
      signatureId: signature.signatureId,
      templateId,
      phone: input.phone,
      carrier: likelyCarrier(carrierOf, input.phone),
      content,
      segmentCount: segments,
      holdId: hold.holdId,
    }
    await acceptMessages(tx, accountId, [message], { now: input.now })
  })
  return messageId
}

/** The prefix is only a guess, since numbers are ported: a number in no known segment goes by the largest carrier. */
const likelyCarrier = (carrierOf: CarrierFinder, phone: string) => carrierOf(phone) ?? 'mobile'

/**
 * Refuses `channel_unavailable` when no channel takes one-time codes to a number. Depends on the number's prefix alone,
 * so that it tells nothing of accounts.
 */
export async function refuseUnroutedCode(db: Db, phone: string): Promise<void> {
  const account = platformAccount.accountId
  const channelId = await asAccount(db, account, async tx => {
    const [carrierOf, routing] = [await loadCarrierFinder(tx, [phone]), await loadRouting(tx, account)]
    return chooseChannel(routing, { account, kind: 'otp', carrier: likelyCarrier(carrierOf, phone), province: provinceOf(phone), phone })
  })
  if (!channelId) refuse('channel_unavailable')
}

function missing(name: string): never {
  throw new Error(`no value for the parameter ${name}`)
}
