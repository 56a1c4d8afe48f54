import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { operators, type PhoneProblem, phoneProblemNames } from '#values/phone.ts'

/** What a file of numbers can be, in the words of the screens. `map` leads from any state to `reading`. */
export const uploadStates = {
  received: { name: '待对应列', tone: 'waiting' },
  reading: { name: '处理中', tone: 'progress' },
  ready: { name: '已就绪', tone: 'good' },
  failed: { name: '处理失败', tone: 'bad' },
  canceled: { name: '已取消', tone: 'ended' },
} as const
export type UploadState = keyof typeof uploadStates

/** Why a row is not sent to, in the words of the report and of the file of refused rows. */
export const rowProblemNames = {
  ...phoneProblemNames,
  scientific: '号码被表格软件改成了科学计数法，请将该列设为文本',
  cell_too_long: `单元格超过${limits.cellCharacters}个字`,
  garbled: '含有无法识别的字符，请检查文件编码',
  value_empty: '模板变量为空',
  value_invalid: '模板变量不符合要求',
  text_too_long: '短信超过最长字数',
} as const satisfies Record<PhoneProblem | string, string>
export type RowProblem = keyof typeof rowProblemNames

/** Where an upload's numbers come from. */
export const uploadOrigins = ['file', 'paste', 'phonebook', 'broadcast'] as const
export type UploadOrigin = (typeof uploadOrigins)[number]

const count = z.number().int()
const rowProblems = Object.keys(rowProblemNames) as [RowProblem, ...RowProblem[]]
const columnNumber = z
  .number()
  .int()
  .min(0)
  .max(limits.uploadColumns - 1)

/** What a file looks like before anybody said what its columns mean. Columns are counted from 0. */
const shape = z.object({
  format: z.enum(['text', 'xlsx', 'vcard']),
  /** Of a text, and of cards. */
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030']).nullable(),
  delimiter: z.enum([',', ';', '\t', '|']).nullable(),
  /** The first row names the columns. */
  hasHeader: z.boolean(),
  /** Names of the columns: of the header, else 第1列, 第2列, … */
  columns: z.array(z.string()),
  /** The first rows after the header. */
  sample: z.array(z.array(z.string())),
  /** Where the numbers seem to be; null when no column looks like it. */
  phoneColumn: columnNumber.nullable(),
})
export type UploadShape = z.output<typeof shape>

/** Where a template's variable comes from: a short link of which each number gets an address of its own, a column, or one value for all. */
const source = z.union([
  /** `value`: what the addresses look like, with stars for what differs; the server says it. */
  z.object({ linkId: idOf('link'), value: z.string().max(limits.cellCharacters).optional() }),
  z.object({ column: columnNumber }),
  z.object({ value: z.string().trim().min(1).max(limits.cellCharacters) }),
])
export type VariableSource = z.output<typeof source>

const mapping = z.object({
  signatureId: idOf('signature'),
  templateId: idOf('template'),
  phoneColumn: columnNumber,
  hasHeader: z.boolean(),
  /** By the variable's name; every variable of the template has one. */
  variables: z.record(z.string(), source),
  /** Rows that give a number that came before other values, e.g. another order: all are sent, or the first alone. */
  repeats: z.enum(['all', 'first']).default('all'),
})
export type UploadMapping = z.output<typeof mapping>

const example = z.object({ line: count, text: z.string(), unitCount: count, segmentCount: count })

/**
 * What became of a file's rows. Each row is counted once: rowCount = valid + duplicate + malformed + blacklisted + over frequency, and the repeats where only
 * the first row of a number is sent.
 */
const report = z.object({
  rowCount: count,
  validCount: count,
  /** Rows with a number and values that came before. */
  duplicateCount: count,
  /** Rows with a number that came before other values; what becomes of them was chosen with the mapping. */
  repeatCount: count,
  malformedCount: count,
  blacklistedCount: count,
  overFrequencyCount: count,
  /** The malformed ones by their problem. */
  problems: z.partialRecord(z.enum(rowProblems), count),
  /** The valid ones by operator. */
  operators: z.record(z.enum(operators), count),
  /** Recipients by the segments of their message: {"1": 900, "2": 100}. */
  segments: z.record(z.string(), count),
  segmentCount: count,
  shortest: example.nullable(),
  longest: example.nullable(),
})
export type UploadReport = z.output<typeof report>

const progress = z.object({ readBytes: count, totalBytes: count, rowCount: count })
export type UploadProgress = z.output<typeof progress>

export const uploadSchema = z.object({
  uploadId: idOf('upload'),
  fileName: z.string(),
  byteCount: count,
  origin: z.enum(uploadOrigins),
  /** How many numbers the platform put into it; null for what came from outside. */
  rowCount: count.nullable(),
  /** Numbers are shown by their ends: this session did not bring them. */
  isMasked: z.boolean(),
  state: z.enum(Object.keys(uploadStates) as [UploadState, ...UploadState[]]),
  shape,
  mapping: mapping.nullable(),
  progress: progress.nullable(),
  report: report.nullable(),
  /** Why it failed, as a person reads it. */
  failure: z.string().nullable(),
  createdAt: moment,
})

/**
 * The door for files takes the bytes as they are (`application/octet-stream`), the file's name percent-encoded in a header, and answers with the upload.
 * It refuses `file_too_large`, `file_empty`, `file_kind_unknown`, `file_encoding_unknown`, `file_damaged`, `file_unpacks_too_large`,
 * `file_too_many_columns`, `file_line_too_long` and `too_many_requests`.
 */
export const uploadRoute = {
  method: 'POST',
  path: '/api/uploads',
  summary: '上传号码文件',
  audience: member('broadcast.write'),
  fileNameHeader: 'x-file-name',
  answer: uploadSchema,
} as const

/**
 * The rows that are not sent to, as a CSV file: `?uploadId=`. Numbers are whole for the session that brought them, and for who may see whole numbers, which is
 * logged; for everybody else they are masked.
 */
export const refusedRowsRoute = {
  method: 'GET',
  path: '/api/uploads/refused',
  summary: '下载未通过的号码',
  audience: member('broadcast.write'),
  input: z.object({ uploadId: idOf('upload') }),
} as const

const one = z.object({ uploadId: idOf('upload') })

export const uploadCalls = {
  one: call({
    method: 'GET',
    path: '/api/uploads/one',
    summary: '号码文件详情',
    audience: member('broadcast.write'),
    input: one,
    answer: uploadSchema,
    refusals: ['not_found'],
  }),
  paste: call({
    method: 'POST',
    path: '/api/uploads/paste',
    summary: '粘贴号码',
    audience: member('broadcast.write'),
    input: z.object({ text: z.string().max(limits.pastedCharacters, `粘贴的内容最多${limits.pastedCharacters}个字`) }),
    answer: uploadSchema,
    refusals: ['file_empty', 'paste_too_many', 'too_many_requests'],
  }),
  map: call({
    method: 'POST',
    path: '/api/uploads/map',
    summary: '对应号码列与模板变量',
    audience: member('broadcast.write'),
    input: one.extend(mapping.shape),
    answer: z.object({ state: z.literal('reading') }),
    refusals: [
      'not_found',
      'state_forbids',
      'upload_already_sent',
      'signature_not_approved',
      'template_not_approved',
      'variable_unmapped',
      'parameter_invalid',
      'input_invalid',
    ],
  }),
  cancel: call({
    method: 'POST',
    path: '/api/uploads/cancel',
    summary: '取消号码文件',
    audience: member('broadcast.write'),
    input: one,
    answer: z.object({ state: z.literal('canceled') }),
    refusals: ['not_found', 'upload_already_sent'],
  }),
}
