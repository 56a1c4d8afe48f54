import { type AttestationForm, type DocumentUse, emptyForm } from '#contract/account/attestation-form.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { checkFile } from '#domain/documents/file-check.ts'
import { savePrivateFile } from '#domain/documents/private-file.ts'
import type { Files } from '#domain/platform/files.ts'
import type { AccountId } from '#values/id.ts'
import { pictureOf } from './picture.ts'

/** Resident numbers with valid check characters that nobody has: of the area 110105, by sequence. */
export function residentNumber(order: number, birthday = '19900307'): string {
  const body = `110105${birthday}${String(order).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return body + '10X98765432'[[...body].reduce((sum, digit, place) => sum + Number(digit) * weights[place]!, 0) % 11]
}

/** Likewise a company's unified social credit code. */
export function creditCode(order: number, head = '91110105'): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const serial = `MA${String(order).padStart(6, '0')}`
  const organization = [3, 7, 9, 10, 5, 8, 4, 2].reduce(
    (sum, weight, place) => sum + weight * '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(serial[place]!),
    0,
  )
  const check = 11 - (organization % 11)
  const body = `${head}${serial}${check === 10 ? 'X' : check % 11}`
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
  const sum = [...body].reduce((total, character, place) => total + weights[place]! * alphabet.indexOf(character), 0)
  return body + alphabet[(31 - (sum % 31)) % 31]
}

/** Pictures of documents, saved for the account and not used yet. */
export async function savePapers(
  db: Db,
  files: Files,
  { account, memberId }: { account: AccountId; memberId: string },
  uses: readonly DocumentUse[],
): Promise<Partial<Record<DocumentUse, string>>> {
  const kept: Partial<Record<DocumentUse, string>> = {}
  for (const use of uses) {
    const checked = await checkFile('attestation', await pictureOf([use, account.slice(-12)], { width: 480, height: 300 }))
    const sent = { purpose: 'attestation', name: `${use}.jpg`, memberId, now: new Date(), checked } as const
    kept[use] = (await asAccount(db, account, tx => savePrivateFile(tx, files, account, sent))).fileId
  }
  return kept
}

/** A company's complete form; the legal representative acts in person. */
export const companyForm = (order: number, papers: AttestationForm['papers'], phone: string): AttestationForm => ({
  ...emptyForm,
  name: '江南茶业有限公司',
  certificateKind: '营业执照',
  creditCode: creditCode(order),
  isLongTerm: true,
  legalName: '王建国',
  legalIdNumber: residentNumber(order),
  phone,
  industry: '零售与批发',
  region: '浙江省杭州市西湖区',
  address: '龙井路1号',
  papers,
})

/** Likewise for a person. */
export const personForm = (order: number, papers: AttestationForm['papers'], phone: string): AttestationForm => ({
  ...emptyForm,
  subject: 'person',
  name: '李小龙',
  idNumber: residentNumber(order),
  isLongTerm: true,
  phone,
  papers,
})
