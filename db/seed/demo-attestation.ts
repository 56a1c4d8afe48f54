import { createRequire } from 'node:module'
import sharp from 'sharp'
import { type AttestationForm, type DocumentUse, emptyForm, itemName } from '#contract/account/attestation-form.ts'
import type { Tx } from '#db/connect.ts'
import { addContact, approveAttestation, rejectAttestation, saveProfile, submissionsOf, submitAttestation } from '#domain/account/index.ts'
import { checkFile, savePrivateFile } from '#domain/documents/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const hourMs = 3_600_000

/** Invented name, code and persons; the check characters are valid. */
const company = {
  name: '云栈集市科技有限公司（演示）',
  creditCode: '91110105MA8800885A',
  legalName: '沈云舟',
  legalIdNumber: '110105198504121885',
  nextLegalName: '顾南枝',
  nextLegalIdNumber: '110105198809231997',
}

interface Facts {
  files: Files
  secret: string
  memberId: string
  phone: string
  staffId: string
  openedAt: Date
  now: Date
}

/**
 * Attests an account by the usual steps: submitted, returned for a picture, corrected, approved; its profile is filled
 * in, and a change of its legal representative waits for staff.
 */
export async function seedAttestation(
  tx: Tx,
  account: AccountId,
  { files, secret, memberId, phone, staffId, openedAt, now }: Facts,
): Promise<void> {
  const at = (hours: number) => new Date(openedAt.getTime() + hours * hourMs)
  const person = { memberId, phone }
  const keep = async (use: DocumentUse, lines: readonly string[]) => {
    const title = itemName(use, emptyForm)
    const checked = await checkFile('attestation', await drawPaper(title, lines))
    const sent = { purpose: 'attestation', name: `${title}.jpg`, memberId, now, checked } as const
    return (await savePrivateFile(tx, files, account, sent)).fileId
  }
  const papersOf = async (name: string) => ({
    licence: await keep('licence', [company.name, `统一社会信用代码 ${company.creditCode}`, `法定代表人 ${name}`]),
    handlerFront: await keep('handlerFront', [`姓名 ${name}`]),
    handlerBack: await keep('handlerBack', ['有效期限 2020.01.01-2040.01.01']),
  })
  const decision = async (decidedAt: Date) => {
    const open = firstOrThrow(await submissionsOf(tx, account, secret, ['reviewing']))
    return { attestationId: open.attestationId, submittedAt: open.submittedAt!, staffId, now: decidedAt }
  }
  const form: AttestationForm = {
    ...emptyForm,
    ...pick(company, 'name', 'creditCode', 'legalName', 'legalIdNumber'),
    certificateKind: '营业执照',
    isLongTerm: true,
    phone,
    industry: '电子商务',
    region: '北京市朝阳区',
    address: '望京东路8号院3号楼12层',
    papers: await papersOf(company.legalName),
  }
  await submitAttestation(tx, account, secret, { form, ...person, now: at(1) })
  await rejectAttestation(tx, account, {
    ...(await decision(at(3))),
    reasons: { licence: '图片不清晰，文字无法辨认，请重新拍摄后上传。' },
    reason: '',
  })
  await submitAttestation(tx, account, secret, { form, ...person, now: at(4) })
  await approveAttestation(tx, account, await decision(at(6)))
  await saveProfile(
    tx,
    account,
    { industry: '电子商务', scale: '21-99人', website: 'https://yunzhan.example.com/', region: form.region, address: form.address },
    at(30),
  )
  await addContact(tx, account, { role: 'finance', name: '何清', phone: '19200002011', email: 'finance@yunzhan.example.com' }, at(31))
  await addContact(tx, account, { role: 'technical', name: '陆知行', phone: '19200002012', email: '' }, at(32))
  const next = { legalName: company.nextLegalName, legalIdNumber: company.nextLegalIdNumber, papers: await papersOf(company.nextLegalName) }
  await submitAttestation(tx, account, secret, { form: { ...form, ...next }, ...person, now: new Date(now.getTime() - 2 * hourMs) })
}

/** A document that says in large letters that it isn't real. */
async function drawPaper(title: string, lines: readonly string[]): Promise<Buffer> {
  const text = (content: string, points: number, colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${content}</span>`,
        font: `Noto Sans SC ${points}`,
        fontfile: fontFile,
        rgba: true,
        dpi: 96,
      },
    })
      .png()
      .toBuffer()
  const written = await Promise.all([
    text(title, 44, '#1B2733'),
    ...lines.map(line => text(line, 24, '#1B2733')),
    text('样张，仅供演示', 32, '#BA2A26'),
  ])
  return sharp({ create: { width: 1000, height: 640, channels: 3, background: '#F4F0E2' } })
    .composite(written.map((input, index) => ({ input, left: 70, top: 60 + index * 105 })))
    .jpeg()
    .toBuffer()
}
