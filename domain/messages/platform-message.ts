import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { loadCarrierFinder } from '#domain/numbering/index.ts'
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
      // The prefix is only a guess, since numbers are ported: a number in no known segment is tried with the largest
      // carrier.
      carrier: carrierOf(input.phone) ?? 'mobile',
      content,
      segmentCount: segments,
      holdId: hold.holdId,
    }
    await acceptMessages(tx, accountId, [message], { now: input.now })
  })
  return messageId
}

function missing(name: string): never {
  throw new Error(`no value for the parameter ${name}`)
}
