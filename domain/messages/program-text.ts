import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#contract/content/review-state.ts'
import type { SignatureKind, SignaturePurpose } from '#contract/content/signature.ts'
import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Review state of a text. */
interface Reviewed {
  state: ReviewState
  /** Why it was rejected or disabled. */
  reason: string | null
  createdAt: Date
  reviewedAt: Date | null
}
export interface ProgramSignature extends Reviewed {
  signatureId: string
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  remark: string
  /** Digits that no other signature of the platform has: the number by which programs name the signature. */
  extension: string
}
export interface ProgramTemplate extends Reviewed {
  templateId: string
  code: string
  name: string
  kind: MessageKind
  text: string
  variables: TemplateVariable[]
  remark: string
}
interface Page {
  offset: number
  limit: number
}
interface Found<Row> {
  total: number
  rows: Row[]
}

const reviewedColumns = sql`state, reason, created_at, reviewed_at, remark, count(*) over () as total`

const isOneOf = (column: string, values: readonly string[] | undefined) =>
  values ? sql`and ${sql.ref(column)}::text = any(${[...values]}::text[])` : sql``

/** Submitted signatures, newest first: all, or those with one of these texts, numbers or ids. */
export function programSignatures(
  executor: Executor,
  account: AccountId,
  { texts, extensions, ids, ...page }: Page & Partial<Record<'texts' | 'extensions' | 'ids', readonly string[]>>,
): Promise<Found<ProgramSignature>> {
  return find(
    executor,
    sql`select signature_id, text, kind, purpose, extension, ${reviewedColumns} from signature
      where account_id = ${account} and state not in ('draft', 'unsent', 'deleted')
        ${isOneOf('text', texts)} ${isOneOf('extension', extensions)} ${isOneOf('signatureId', ids)}
      order by signature_id desc`,
    page,
  )
}

/** Submitted templates, newest first: all, or those of these codes or ids. */
export function programTemplates(
  executor: Executor,
  account: AccountId,
  { codes, ids, ...page }: Page & Partial<Record<'codes' | 'ids', readonly string[]>>,
): Promise<Found<ProgramTemplate>> {
  return find(
    executor,
    sql`select template_id, code, name, kind, text, variables, ${reviewedColumns} from template
      where account_id = ${account} and state not in ('draft', 'unsent', 'deleted')
        ${isOneOf('code', codes)} ${isOneOf('templateId', ids)}
      order by template_id desc`,
    page,
  )
}

async function find<Row>(executor: Executor, query: RawBuilder<unknown>, { offset, limit }: Page): Promise<Found<Row>> {
  const { rows } = await sql<Row & { total: number }>`${query} offset ${offset} limit ${limit}`.execute(executor)
  return { total: rows[0]?.total ?? 0, rows }
}
