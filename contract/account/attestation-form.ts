import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import {
  ageAt,
  creditCodeKind,
  isCreditCode,
  isOrganizationCode,
  maskIdentity,
  plainIdentity,
  readResidentNumber,
} from '#values/identity.ts'
import { isKeyOf, keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Kinds of subjects whose identity attests an account. */
export const attestationSubjects = {
  person: { name: '个人', about: '使用身份证认证。不能发送推广短信，每天发送条数有上限；以后可以升级为企业。' },
  company: { name: '企业·个体户', about: '公司、合伙企业、个体工商户和农民专业合作社，使用营业执照认证。' },
  public: { name: '政府·事业·社会组织', about: '机关、事业单位、社会团体、民办非企业、基金会等，使用法人证书认证。' },
} as const
export type AttestationSubject = keyof typeof attestationSubjects
export const subjectNames = keysOf(attestationSubjects)

export const certificateKinds: Record<Exclude<AttestationSubject, 'person'>, readonly string[]> = {
  company: ['营业执照', '个体工商户营业执照', '农民专业合作社营业执照'],
  public: [
    '统一社会信用代码证书',
    '事业单位法人证书',
    '社会团体法人登记证书',
    '民办非企业单位登记证书',
    '基金会法人登记证书',
    '律师事务所执业许可证',
    '其他登记证书',
  ],
}

/** Papers, each a file; `note`: what it must show. */
export const documentUses = {
  idFront: { name: '身份证人像面', note: '四角完整、文字清晰、没有反光' },
  idBack: { name: '身份证国徽面', note: '有效期清晰可见' },
  licence: { name: '证照', note: '原件照片，或加盖公章的复印件' },
  handlerFront: { name: '经办人身份证人像面', note: '四角完整、文字清晰、没有反光' },
  handlerBack: { name: '经办人身份证国徽面', note: '有效期清晰可见' },
  letter: { name: '授权书', note: '写明经办人和有效期，加盖公章' },
} as const
export type DocumentUse = keyof typeof documentUses
export const documentUseNames = keysOf(documentUses)

/** Text fields, in the order of the form; `secret` ones are encrypted at rest and leave the server masked only. */
export const attestationFields = {
  name: { name: '名称', max: limits.attestedNameCharacters },
  idNumber: { name: '身份证号', max: 30, secret: true },
  certificateKind: { name: '证照类型', max: 40 },
  creditCode: { name: '统一社会信用代码', max: 30 },
  validUntil: { name: '有效期', max: 10 },
  legalName: { name: '法定代表人姓名', max: 50 },
  legalIdNumber: { name: '法定代表人身份证号', max: 30, secret: true },
  handlerName: { name: '经办人姓名', max: 50 },
  handlerIdNumber: { name: '经办人身份证号', max: 30, secret: true },
  phone: { name: '手机号', max: 20 },
  letterUntil: { name: '授权书有效期', max: 10 },
  industry: { name: '行业', max: 30 },
  region: { name: '所在地区', max: 60 },
  address: { name: '详细地址', max: 120 },
} as const satisfies Record<string, { name: string; max: number; secret?: boolean }>
export type AttestationField = keyof typeof attestationFields
export const fieldNames = keysOf(attestationFields)
export const secretFieldNames = ['idNumber', 'legalIdNumber', 'handlerIdNumber'] as const
export type SecretField = (typeof secretFieldNames)[number]

/** All fields as typed; fields that a subject doesn't need stay empty. */
export interface AttestationForm extends Record<AttestationField, string> {
  subject: AttestationSubject
  /** The licence or card doesn't expire. */
  isLongTerm: boolean
  /** The legal representative acts in person: no letter, no other person. */
  isLegalHandler: boolean
  /** Ids of files by use. */
  papers: Partial<Record<DocumentUse, string>>
}

/** Anything that a reason of staff, or a message of the form, can refer to. */
export type AttestationItem = AttestationField | DocumentUse
export const attestationItems = [...fieldNames, ...documentUseNames]
export const attestationItemName = (item: AttestationItem): string => ({ ...attestationFields, ...documentUses })[item].name

export const emptyForm: AttestationForm = {
  subject: 'company',
  ...tableOf(fieldNames, () => ''),
  isLongTerm: false,
  isLegalHandler: true,
  papers: {},
}

/** Items that a subject needs. */
export function askedItems({ subject, isLegalHandler }: Pick<AttestationForm, 'subject' | 'isLegalHandler'>): AttestationItem[] {
  if (subject === 'person') return ['name', 'idNumber', 'validUntil', 'phone', 'idFront', 'idBack']
  return [
    'name',
    'certificateKind',
    'creditCode',
    'validUntil',
    'licence',
    'legalName',
    'legalIdNumber',
    ...(isLegalHandler ? [] : (['handlerName', 'handlerIdNumber'] as const)),
    'phone',
    'handlerFront',
    'handlerBack',
    ...(isLegalHandler ? [] : (['letter', 'letterUntil'] as const)),
    'industry',
    'region',
    'address',
  ]
}

/** Name of an item for a subject. */
export function itemName(item: AttestationItem, { subject, isLegalHandler }: Pick<AttestationForm, 'subject' | 'isLegalHandler'>): string {
  if (isKeyOf(documentUses, item)) {
    if (item === 'licence') return subject === 'company' ? '营业执照' : '法人证书'
    if (isLegalHandler && (item === 'handlerFront' || item === 'handlerBack'))
      return documentUses[item].name.replace('经办人', '法定代表人')
    return documentUses[item].name
  }
  if (item === 'name') return { person: '姓名', company: '企业名称', public: '单位名称' }[subject]
  if (item === 'validUntil') return subject === 'person' ? '身份证有效期至' : '证照有效期至'
  if (item === 'phone') return subject === 'person' || isLegalHandler ? '手机号' : '经办人手机号'
  if (subject === 'public' && item === 'legalName') return '法定代表人（负责人）姓名'
  if (subject === 'public' && item === 'legalIdNumber') return '法定代表人（负责人）身份证号'
  return attestationFields[item].name
}

/** Finding of the automatic check: `refuse` prevents submission, `note` is for staff. */
export interface AttestationFinding {
  item: AttestationItem
  level: 'refuse' | 'note' | 'pass'
  text: string
}

const personName = /^[\p{Script=Han}]{1,25}(?:·[\p{Script=Han}]{1,24})*$|^[A-Za-z][A-Za-z .·'-]{1,49}$/u
const unitName = /^[^<>\p{C}]{2,100}$/u
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Whether a value is the mask of one that the server stores: then only the server can check it. */
export const isMasked = (text: string): boolean => text.includes('*')

const chosen: ReadonlySet<string> = new Set(['certificateKind', 'validUntil', 'letterUntil', 'industry', 'region'])

/**
 * Checks every needed item: missing or impossible values are refused, doubtful ones noted for staff, and those
 * confirmed by an algorithm pass. Used by the form while typing, by the server at submission, and shown to staff.
 */
export function checkAttestation(form: AttestationForm, now: Date): AttestationFinding[] {
  const findings = askedItems(form).flatMap((item): AttestationFinding[] => {
    const value = isKeyOf(documentUses, item) ? (form.papers[item] ?? '') : form[item].trim()
    if (value === '' && !(item === 'validUntil' && form.isLongTerm))
      return [
        { item, level: 'refuse', text: `请${item in documentUses ? '上传' : chosen.has(item) ? '选择' : '填写'}${itemName(item, form)}` },
      ]
    if (isKeyOf(documentUses, item) || isMasked(value)) return []
    return checkItem(item, value, form, now).map(({ level, text }) => ({ item, level, text }))
  })
  return [...findings, ...crossChecks(form)]
}

type ItemFinding = Omit<AttestationFinding, 'item'>
const refused = (text: string): ItemFinding[] => [{ level: 'refuse', text }]
const noted = (text: string): ItemFinding[] => [{ level: 'note', text }]
const passed = (text: string): ItemFinding[] => [{ level: 'pass', text }]

function checkItem(field: AttestationField, value: string, form: AttestationForm, now: Date): ItemFinding[] {
  switch (field) {
    case 'name':
      if (form.subject === 'person')
        return personName.test(value) && [...value].length >= 2 ? [] : refused('请填写身份证上的姓名，2-50个字')
      return unitName.test(value) ? [] : refused('请填写证照上的全称，2-100个字')
    case 'legalName':
    case 'handlerName':
      return personName.test(value) && [...value].length >= 2 ? [] : refused('请填写身份证上的姓名，2-50个字')
    case 'idNumber':
    case 'handlerIdNumber':
      return checkResident(value, now, true)
    case 'legalIdNumber':
      return checkResident(value, now, form.isLegalHandler)
    case 'creditCode':
      return checkCreditCode(value, form)
    case 'validUntil':
      return form.isLongTerm ? [] : checkEnd(value, now, '证照')
    case 'letterUntil':
      return checkEnd(value, now, '授权书')
    case 'phone':
      return /^1[3-9]\d{9}$/.test(value) ? [] : refused('请输入11位手机号')
    case 'address':
      return value.length >= 5 ? [] : refused('请填写到门牌号，至少5个字')
    default:
      return []
  }
}

function checkResident(value: string, now: Date, mustBeAdult: boolean): ItemFinding[] {
  const number = plainIdentity(value)
  const known = readResidentNumber(number)
  if (!known) return refused(number.length === 18 ? '身份证号有误，请逐位核对（校验位不符）' : '身份证号须为18位')
  const age = ageAt(known.birthday, now)
  if (age < limits.attestedAge && mustBeAdult) return refused(`未满${limits.attestedAge}周岁，不能办理实名认证`)
  const facts = `${known.sex === 'male' ? '男' : '女'}，${known.birthday} 出生，${age} 岁`
  return age < limits.attestedAge ? noted(`未满${limits.attestedAge}周岁（${facts}）`) : passed(`校验位正确；${facts}`)
}

/** First letters of the codes of companies, sole traders and cooperatives. */
const companyCode = /^9/

function checkCreditCode(value: string, { subject }: AttestationForm): ItemFinding[] {
  const code = plainIdentity(value)
  if (code.length !== 18) return refused('统一社会信用代码须为18位')
  if (!isCreditCode(code)) return refused('统一社会信用代码有误，请逐位核对（校验位不符）')
  const kind = creditCodeKind(code)
  if (kind && companyCode.test(code) !== (subject === 'company'))
    return refused(`该代码登记的是“${kind}”，请改选“${attestationSubjects[subject === 'company' ? 'public' : 'company'].name}”`)
  return [
    ...passed(`校验位正确；登记类别：${kind ?? '未知'}`),
    ...(kind ? [] : noted('登记类别不在国家标准的表中')),
    ...(isOrganizationCode(code.slice(8, 17)) ? [] : noted('其中的组织机构代码校验位不符')),
  ]
}

function checkEnd(value: string, now: Date, noun: string): ItemFinding[] {
  if (!isDay(value)) return refused('请选择日期')
  if (value <= chinaDay(now)) return refused(`${noun}已过期，请更换有效的${noun}`)
  const soon = chinaDay(chinaDayStart(now, limits.attestationWarnDays))
  return value <= soon ? noted(`${noun}在${limits.attestationWarnDays}天内到期`) : []
}

function crossChecks(form: AttestationForm): AttestationFinding[] {
  const { subject, isLegalHandler, certificateKind, creditCode, handlerIdNumber, legalIdNumber, handlerName, legalName } = form
  if (subject === 'person') return []
  const findings: AttestationFinding[] = []
  const code = plainIdentity(creditCode)
  if (subject === 'company' && certificateKind && code.startsWith('92') !== (certificateKind === '个体工商户营业执照'))
    findings.push({ item: 'certificateKind', level: 'note', text: '证照类型与信用代码的登记类别不一致' })
  if (!isLegalHandler && handlerIdNumber && !isMasked(handlerIdNumber) && plainIdentity(handlerIdNumber) === plainIdentity(legalIdNumber))
    findings.push({ item: 'handlerIdNumber', level: 'refuse', text: '与法定代表人相同；本人办理请选择“法定代表人本人”' })
  if (!isLegalHandler && handlerName && handlerName === legalName)
    findings.push({ item: 'handlerName', level: 'note', text: '经办人与法定代表人同名' })
  return findings
}

/** The form as it may leave the server: personal numbers masked except for their ends. */
export const maskedForm = (form: AttestationForm): AttestationForm => ({
  ...form,
  ...Object.fromEntries(secretFieldNames.map(field => [field, form[field] === '' ? '' : maskIdentity(form[field])])),
})
