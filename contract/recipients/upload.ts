import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers, type PhoneProblem, phoneProblemNames } from '#values/phone.ts'

/** States of a file of numbers, with the texts of the screens. `map` leads from any state to `reading`. */
export const uploadStates = { received: '待对应列', reading: '处理中', ready: '已就绪', failed: '处理失败', canceled: '已取消' } as const
export type UploadState = keyof typeof uploadStates

/** Why a row is excluded, with the texts of the report and of the file of refused rows. */
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

/** Origins of an upload's numbers. */
const uploadOrigins = ['file', 'paste', 'phonebook', 'broadcast'] as const
export type UploadOrigin = (typeof uploadOrigins)[number]

const count = z.number().int()
const rowProblems = keysOf(rowProblemNames)
const columnNumber = z
  .number()
  .int()
  .min(0)
  .max(limits.uploadColumns - 1)

/** Shape of a file before its columns are mapped. Columns are counted from 0. */
const shape = z.object({
  format: z.enum(['text', 'xlsx', 'vcard']),
  /** Of texts and vCards. */
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030']).nullable(),
  delimiter: z.enum([',', ';', '\t', '|']).nullable(),
  /** How many rows above the table are left out, such as its title. */
  titleRows: z.number().int().optional(),
  /** The first row names the columns. */
  hasHeader: z.boolean(),
  /** Column names: of the header, else 第1列, 第2列, … */
  columns: z.array(z.string()),
  /** The first rows after the header. */
  sample: z.array(z.array(z.string())),
  /** The probable column of the numbers; null when none looks like it. */
  phoneColumn: columnNumber.nullable(),
})
export type UploadShape = z.output<typeof shape>

/**
 * Source of a template's variable: a short link with a code of its own for each number, a column, or one value for all.
 */
const source = z.union([
  /** `value`: form of the addresses, with stars for the code; set by the server. */
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
  /** By the variable's name; required for every variable of the template. */
  variables: z.record(z.string(), source),
  /**
   * Rows that repeat a number with other values, such as another order: all are sent, only the first, or none of them.
   */
  repeats: z.enum(['all', 'first', 'none']).default('all'),
  /**
   * Marketing: sent to every number, for whose consent the sender answers, or only to those whose consent the phonebook
   * has. Null: not chosen yet; with such numbers nothing is sent until it is.
   */
  consent: z.enum(['declared', 'recorded']).nullable().default(null),
})
export type UploadMapping = z.output<typeof mapping>

const example = z.object({ line: count, text: z.string(), unitCount: count, segmentCount: count })

/**
 * Outcomes of a file's rows. Each row counts once: rowCount = valid + duplicate + malformed + blacklisted + over
 * frequency, plus the repeats that are not sent, and the rows without consent when it is required.
 */
const report = z.object({
  rowCount: count,
  validCount: count,
  /** Rows that repeat a number with the same values. */
  duplicateCount: count,
  /**
   * Rows that repeat a number with other values; the mapping decides what happens to them. When all are sent, those
   * that are otherwise valid; when none is, the first row of each number is among them.
   */
  repeatCount: count,
  /** Marketing: otherwise valid rows without a consent in the phonebook; unset in older reports. */
  noConsentCount: count.optional(),
  malformedCount: count,
  blacklistedCount: count,
  overFrequencyCount: count,
  /** Malformed rows by problem. */
  problems: z.partialRecord(z.enum(rowProblems), count),
  /** Valid rows by carrier. */
  carriers: z.record(z.enum(mainlandCarriers), count),
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
  /** Numbers in an upload generated by the platform; null for one from outside. */
  rowCount: count.nullable(),
  /** Numbers are masked: another session uploaded them. */
  isMasked: z.boolean(),
  state: z.enum(keysOf(uploadStates)),
  shape,
  mapping: mapping.nullable(),
  progress: progress.nullable(),
  report: report.nullable(),
  /** Why it failed, for people. */
  failure: z.string().nullable(),
})

/**
 * Upload endpoint: takes a file's bytes (`application/octet-stream`), its name percent-encoded in a header, and answers
 * with the upload. Refuses `file_too_large`, `file_empty`, `file_kind_unknown`, `file_encoding_unknown`,
 * `file_damaged`, `file_unpacks_too_large`, `file_too_many_columns`, `file_line_too_long` and `too_many_requests`.
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
 * Refused rows as a CSV file: `?uploadId=`. Numbers are whole for the session that uploaded them, and for members who
 * may see whole numbers, which is logged; masked for everybody else.
 */
export const refusedRowsRoute = {
  method: 'GET',
  path: '/api/uploads/refused',
  summary: '下载未通过的号码',
  audience: member('broadcast.write'),
  input: z.object({ uploadId: idOf('upload') }),
} as const

/** Columns that a file of refused rows adds to those of its list: line, reason, wrong content. */
export const refusedColumns = ['行号', '原因', '有误的内容'] as const

/** Number of a file's own columns, without those that a file of refused rows adds. */
export function ownColumnCount(columns: readonly string[]): number {
  const own = columns.length - refusedColumns.length
  return own > 0 && refusedColumns.every((title, index) => columns[own + index] === title) ? own : columns.length
}

const one = z.object({ uploadId: idOf('upload') })
const added = one.extend({ addedId: idOf('upload') })

export const uploadCalls = {
  one: get('/api/uploads/one', '号码文件详情', member('broadcast.write'), { input: one, answer: uploadSchema, refusals: ['not_found'] }),
  paste: post('/api/uploads/paste', '粘贴号码', member('broadcast.write'), {
    input: z.object({ text: z.string().max(limits.pastedCharacters, `粘贴的内容最多${limits.pastedCharacters}个字`) }),
    answer: uploadSchema,
    refusals: ['file_empty', 'paste_too_many', 'too_many_requests'],
  }),
  map: post('/api/uploads/map', '对应号码列与模板变量', member('broadcast.write'), {
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
  addition: post('/api/uploads/addition', '补充号码的预览', member('broadcast.write'), {
    input: added,
    /**
     * `rowCount`: of the added file. `repairedCount`: refused rows of the list that it repairs, by the line in a file
     * of refused rows. `keptCount`: rows of the list that stay.
     */
    answer: z.object({ rowCount: count, repairedCount: count, keptCount: count }),
    refusals: ['not_found', 'upload_not_ready', 'file_columns_differ', 'file_too_many_rows'],
  }),
  /**
   * A new list: that of the first upload without the rows that are repaired, and the rows of the other; checked alike.
   */
  add: post('/api/uploads/add', '补充号码', member('broadcast.write'), {
    input: added,
    answer: uploadSchema,
    refusals: [
      'not_found',
      'upload_not_ready',
      'file_columns_differ',
      'file_too_many_rows',
      'file_too_large',
      'too_many_requests',
      'signature_not_approved',
      'template_not_approved',
      'variable_unmapped',
      'parameter_invalid',
      'input_invalid',
    ],
    once: true,
  }),
  cancel: post('/api/uploads/cancel', '取消号码文件', member('broadcast.write'), {
    input: one,
    answer: z.object({ state: z.literal('canceled') }),
    refusals: ['not_found', 'upload_already_sent'],
  }),
}
