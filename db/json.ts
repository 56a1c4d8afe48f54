/** What jsonb columns hold, where no contract says so already (db/generate-types.ts names the column of each). */
import type { LedgerInvariant } from '#contract/payments/ledger-invariant.ts'

/** Details that help to correct a refused request; contains no secrets. */
export interface RequestDetail {
  /** The string to sign that the server computed, for a signature that doesn't match. */
  stringToSign?: string
  canonicalRequest?: string
  /** The IP allowlist is in watch mode and would have refused the request. */
  isWatched?: boolean
  /** Error texts by field. */
  fields?: Record<string, string>
}

/** Evidence of an opt-out. */
export interface RefusalEvidence {
  address?: string
  agent?: string
  messageId?: string | null
  contentHash?: string | null
  /** What the person wrote: the reply or the complaint. */
  words?: string
  /** The member of staff who recorded the complaint. */
  staffId?: string
}

/** The content of a submission, to compare with the next. */
export interface ReviewedContent {
  text: string
  /** Only of templates. */
  name?: string | undefined
  kind: string
  remark: string
}

/** One file of an export; while the export is running, the last one is incomplete. */
export interface ExportFile {
  fileId: string
  rowCount: number
  byteCount: number
  crc: number
  /** Hexadecimal; null until the file is complete. */
  sha256: string | null
}

/** What is needed to resume after the last batch. */
export interface Checkpoint {
  /** The cursor of the source. */
  after: string | null
  /** The encoder state of the last file; undefined: not begun. */
  form?: unknown
  /** Generated in advance, so that a writer killed while it creates a file leaves no untracked one. */
  nextFileId: string
}

/**
 * Refund tier: the price of used segments when the rest of their package is refunded; from so many used on, `priceHao`
 * for every `perCount`.
 */
export interface RefundTier {
  from: number
  priceHao: number
  perCount: number
  /** The package whose price it is; null: the single price. */
  name: string | null
}

/** How many checks of each invariant of the ledger were made, and failed. */
export type InvariantCounts = Record<LedgerInvariant, { checked: number; failed: number }>

/** The circuit breaker of a channel's link that is not closed, as dispatch writes it. */
export interface Breaker {
  link: number
  state: 'open' | 'half_open'
  reason: string
  since: string
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
/** What was changed of a link: each field before and after. */
export type LinkEdits = Record<string, [before: Json, after: Json]>

/** What changed in a record: its fields before and after. */
export interface StoredChange {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** What an act deleted as a whole beside its rows; moments are texts. */
export interface DeletedObjects {
  contactGroup?: { groupId: string; parentId: string | null; name: string; createdAt: string }
  contactTag?: { tagId: string; name: string; createdAt: string }
  linkGroup?: { groupId: string; name: string; createdAt: string }
}
