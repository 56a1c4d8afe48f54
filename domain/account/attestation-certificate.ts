import { attestationSubjects, itemName } from '#contract/account/attestation-form.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { createDocument, formatPdfTime, pdfBytes, writeFacts, writeHeading, writeText, writeTitle } from '#domain/documents/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { maskPerson } from '#values/identity.ts'
import { readAttested, shown, submissionsOf } from './attestation.ts'

/**
 * Certificate (PDF) of the account's attested identity, ID numbers masked. Refuses `not_found` if nothing is attested.
 */
export async function attestationCertificate(executor: Executor, account: AccountId, secret: string, now: Date): Promise<Buffer> {
  const { attestedName, attestedAt, attestedUntil, subject, attestationStatus } = await readAttested(executor, account, now)
  if (!attestedAt || !attestedName || !subject) refuse('not_found')
  const [current] = await submissionsOf(executor, account, secret, ['approved'])
  const doc = createDocument({ title: '实名认证证明', foot: '鸿雁短信与短链接平台 · 仅证明认证当时的资料，以平台页面的最新状态为准', now })
  writeTitle(doc, '实名认证证明', formatPdfTime(now))
  writeText(doc, `兹证明下列账户已在鸿雁平台完成${attestationSubjects[subject].name}实名认证，认证资料经平台工作人员审核。`)
  writeHeading(doc, '账户')
  writeFacts(doc, [
    ['账户编号', encodeId('account', account)],
    ['认证状态', attestationStatus === 'lapsed' ? '证照已过期' : '已认证'],
    ['通过时间', formatPdfTime(attestedAt)],
    ['有效期至', attestedUntil ?? '长期'],
  ])
  writeHeading(doc, '认证主体')
  const facts: [string, string][] = [
    ['类型', attestationSubjects[subject].name],
    [subject === 'person' ? '姓名' : '名称', subject === 'person' ? maskPerson(attestedName) : attestedName],
  ]
  if (current) {
    const { form } = shown(current)
    if (subject === 'person') facts.push([itemName('idNumber', form), form.idNumber])
    else
      facts.push(
        ['信用代码', form.creditCode],
        ['证照类型', form.certificateKind],
        ['法定代表人', maskPerson(form.legalName)],
        ['经办人', maskPerson(form.isLegalHandler ? form.legalName : form.handlerName)],
      )
    facts.push(['版本', `第 ${current.version ?? 1} 版`])
  }
  writeFacts(doc, facts, 1)
  return pdfBytes(doc)
}

/** A letter of authorization (PDF) to print, sign and stamp; unknown values are blank lines to fill in. */
export async function authorizationLetter(known: { name: string; creditCode: string; handlerName: string }, now: Date): Promise<Buffer> {
  const line = (text: string, width: number) => text || '＿'.repeat(width)
  const doc = createDocument({ title: '实名认证授权书', foot: '鸿雁短信与短链接平台', now })
  writeTitle(doc, '实名认证授权书')
  const paragraphs = [
    `授权单位：${line(known.name, 20)}`,
    `统一社会信用代码：${line(known.creditCode, 18)}`,
    `被授权人（经办人）：${line(known.handlerName, 8)}　　身份证号：${line('', 18)}`,
    '　　兹授权上述经办人代表本单位，在鸿雁短信与短链接平台办理账户的注册、实名认证、签名与模板申请，并负责账户的日常使用。经办人在授权范围内的行为由本单位承担责任。',
    '　　本单位承诺：提交的资料真实、完整、有效；发送的内容符合法律法规和平台规则。',
    `授权期限：自＿＿＿＿年＿＿月＿＿日至＿＿＿＿年＿＿月＿＿日`,
    '',
    `　　　　　　　　　　　　　　　　　　　　　　　　授权单位（盖章）：`,
    '',
    `　　　　　　　　　　　　　　　　　　　　　　　　法定代表人（签字）：`,
    '',
    `　　　　　　　　　　　　　　　　　　　　　　　　日期：＿＿＿＿年＿＿月＿＿日`,
  ]
  for (const paragraph of paragraphs) {
    writeText(doc, paragraph || ' ')
    doc.y += 6
  }
  return pdfBytes(doc)
}
