import { asAccount, type Db } from '#db/connect.ts'
import { copyNumbers, draftResend } from '#domain/broadcast/resend.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import type { Files } from '#domain/platform/files.ts'
import { type AccountId, newId } from '#values/id.ts'
import { createAccount } from './account.ts'
import { fileEverywhere } from './sender-registration.ts'

let madePhones = 0

/**
 * An account with 1,000 yuan, a package, an approved signature and template and a ready upload of this many numbers,
 * every third of two segments. `listed` omits the recipients' rows and only reports that many.
 */
export async function prepareUpload(
  db: Db,
  now: Date,
  recipientCount: number,
  facts: { kind?: 'transactional' | 'marketing'; attested?: boolean; grant?: number; listed?: number; repeatCount?: number } = {},
) {
  const { account, memberId, phone } = await createAccount(db, { attested: facts.attested ?? true })
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const [signatureId, templateId, uploadId] = [newId(), newId(), newId()]
  const kind = facts.kind ?? 'transactional'
  const segmentsOf = (index: number) => (index % 3 === 2 ? 2 : 1)
  const phones = Array.from({ length: recipientCount }, (_, index) => `138${String(madePhones + index).padStart(8, '0')}`)
  madePhones += recipientCount
  const two = phones.filter((_, index) => segmentsOf(index) === 2).length
  const listed = facts.listed ?? recipientCount
  await asAccount(db, account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000 })
    await grantSegments(tx, account, {
      grantId: newId(),
      kind: 'general',
      name: '通用套餐',
      segmentCount: facts.grant ?? 7,
      source: 'gift',
      startsAt: later(-60),
      expiresAt: later(60_000),
    })
    await tx
      .insertInto('signature')
      .values({
        accountId: account,
        signatureId,
        text: '测试商城',
        kind: 'company',
        purpose: 'own',
        state: 'approved',
        extension: '100001',
      })
      .execute()
    await fileEverywhere(tx, account, signatureId)
    await tx
      .insertInto('template')
      .values({
        accountId: account,
        templateId,
        code: 'SMS_200001',
        name: '到货',
        kind,
        text: `尊敬的\${name}，您的商品已到货`,
        variables: JSON.stringify([{ name: 'name', kind: 'text', maxLength: 20 }]),
        state: 'approved',
      })
      .execute()
    await tx
      .insertInto('upload')
      .values({
        accountId: account,
        uploadId,
        fileName: 'numbers.csv',
        byteCount: 1,
        state: 'ready',
        mapping: JSON.stringify({ signatureId, templateId, repeats: 'all' }),
        report: JSON.stringify({ validCount: listed, repeatCount: facts.repeatCount ?? 0, segments: { 1: listed - two, 2: two } }),
      })
      .execute()
    if (recipientCount > 0)
      await tx
        .insertInto('recipient')
        .values(
          phones.map((phone, index) => ({
            accountId: account,
            uploadId,
            line: index * 2 + 2,
            phone,
            carrier: 'mobile',
            segmentCount: segmentsOf(index),
            variables: [`客户${index}`],
          })),
        )
        .execute()
  })
  return { account, memberId, phone, signatureId, templateId, uploadId, phones }
}

/** Starts a new broadcast from an old one, as the call does. */
export async function sendAgain(db: Db, account: AccountId, files: Files, again: Parameters<typeof copyNumbers>[3]) {
  const copied = await copyNumbers(db, account, files, again)
  return asAccount(db, account, tx => draftResend(tx, account, again, copied))
}
