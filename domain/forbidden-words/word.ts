import { sql } from 'kysely'
import { allWordKinds, type WordKind, type WordLevel, wordKinds, wordLevels } from '#contract/forbidden-words/word.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { smallTable } from '#domain/table-files/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { normalWord } from './word-matcher.ts'

export interface NewWord {
  word: string
  level: WordLevel
  kinds: WordKind[]
  remark: string
}
interface By {
  /** Null: built in. */
  staffId: string | null
  now: Date
}

/** Adds words; returns how many, and why others were not: a duplicate after normalization, too short or too long. */
export async function addWords(tx: Tx, words: readonly NewWord[], { staffId, now }: By) {
  const refused: { word: string; reason: string }[] = []
  const fresh = new Map<string, NewWord>()
  for (const one of words) {
    const normal = normalWord(one.word)
    const problem = wordProblem(normal) ?? (fresh.has(normal) ? '与前面的词相同' : null)
    if (problem !== null) refused.push({ word: one.word, reason: problem })
    else fresh.set(normal, one)
  }
  const added = await insertWords(tx, fresh, { staffId, now })
  for (const [normal, one] of fresh) if (!added.has(normal)) refused.push({ word: one.word, reason: '已在词库中' })
  if (added.size > 0) await renewEdition(tx)
  return { addedCount: added.size, refused }
}

function wordProblem(normal: string): string | null {
  if (normal.length < 2) return '至少须有两个字或字母'
  return normal.length > limits.wordCharacters ? `不能超过${limits.wordCharacters}个字` : null
}

async function insertWords(tx: Tx, words: ReadonlyMap<string, NewWord>, { staffId, now }: By): Promise<Set<string>> {
  if (words.size === 0) return new Set()
  const rows = await tx
    .insertInto('forbiddenWord')
    .values(
      [...words].map(([normal, { word, level, kinds, remark }]) => ({
        wordId: newId(now.getTime()),
        word,
        normal,
        level,
        kinds,
        remark,
        staffId,
        createdAt: now,
        changedAt: now,
      })),
    )
    .onConflict(conflict => conflict.column('normal').doNothing())
    .returning('normal')
    .execute()
  return new Set(rows.map(row => row.normal))
}

/** New edition: every process reloads the list before its next check. */
const renewEdition = (tx: Tx) => tx.updateTable('forbiddenWordEdition').set({ edition: newId() }).execute()

/** Changes the action of a word. Refuses `not_found`. Returns the word. */
export async function changeWord(
  tx: Tx,
  wordId: string,
  change: { level: WordLevel; kinds: readonly WordKind[]; remark: string } | { isEnabled: boolean },
  { staffId, now }: By,
): Promise<string> {
  const values =
    'isEnabled' in change ? { isEnabled: change.isEnabled } : { level: change.level, kinds: [...change.kinds], remark: change.remark }
  const changed = await tx
    .updateTable('forbiddenWord')
    .set({ ...values, staffId, changedAt: now })
    .where('wordId', '=', wordId)
    .returning('word')
    .executeTakeFirst()
  if (!changed) refuse('not_found')
  await renewEdition(tx)
  return changed.word
}

export interface WordFilter {
  search?: string | undefined
  level?: WordLevel | undefined
  kind?: WordKind | undefined
  state?: 'enabled' | 'disabled' | undefined
  cursor?: string | undefined
  pageSize: number
  now: Date
}

const hitDays = 30

/** The words, newest first, with their hit counts. */
export async function listWords(executor: Executor, filter: WordFilter) {
  const since = chinaDay(filter.now.getTime() - hitDays * 86_400_000)
  const wanted = [
    sql`true`,
    ...(filter.search ? [matching(filter.search)] : []),
    ...(filter.level ? [sql`level = ${filter.level}`] : []),
    ...(filter.kind ? [sql`${filter.kind} = any(kinds)`] : []),
    ...(filter.state ? [sql`is_enabled = ${filter.state === 'enabled'}`] : []),
    ...(filter.cursor ? [sql`word_id < ${filter.cursor}`] : []),
  ]
  const { rows: found } = await sql<{
    wordId: string
    word: string
    level: WordLevel
    kinds: WordKind[]
    remark: string
    isEnabled: boolean
    changedAt: Date
  }>`
    select word_id, word, level, kinds, remark, is_enabled, changed_at
    from forbidden_word where ${sql.join(wanted, sql` and `)} order by word_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const { rows: counts } = await sql<{ enabled: number; disabled: number }>`
    select count(*) filter (where is_enabled) as enabled, count(*) filter (where not is_enabled) as disabled from forbidden_word`.execute(
    executor,
  )
  const page = pageOf(found, filter.pageSize, row => row.wordId)
  const { rows: hits } = await sql<{ wordId: string; count: number }>`
    -- across accounts: hit counts of each word
    select word_id, count(*) as count from forbidden_word_hit
    where word_id = any(${page.rows.map(row => row.wordId)}::uuid[]) and day > ${since} group by word_id`.execute(executor)
  const hitCounts = new Map(hits.map(row => [row.wordId, row.count]))
  return {
    ...page,
    rows: page.rows.map(row => ({ ...row, hitCount: hitCounts.get(row.wordId) ?? 0 })),
    counts: firstOrThrow(counts),
  }
}

/** Also matches disguised forms; a search that normalizes to nothing doesn't match every word. */
function matching(search: string) {
  const part = containing(search)
  const normal = normalWord(search)
  return sql`(word ilike ${part} or remark ilike ${part} or normal like ${normal === '' ? part : containing(normal)})`
}

const columns = {
  word: { names: ['违禁词', '词', '敏感词', 'word'], isNeeded: true },
  level: { names: ['处理', '级别', 'level'] },
  kinds: { names: ['适用内容', '适用', 'kinds'] },
  remark: { names: ['说明', '分类', '备注', 'remark'] },
}

/**
 * Parses an uploaded table of words; without a severity they are for reviewers, without kinds for all. Refuses other
 * tables.
 */
export async function readWordFile(bytes: Buffer) {
  const rows = await smallTable(bytes, columns, limits.wordsAtOnce)
  const words: NewWord[] = []
  const problems: { line: number; problem: string }[] = []
  for (const { line, cells } of rows) {
    const level = levelOf(cells.level)
    const kinds = kindsOf(cells.kinds)
    if (cells.word === '') problems.push({ line, problem: '没有词' })
    else if (!level)
      problems.push({
        line,
        problem: `处理须为${Object.values(wordLevels)
          .map(one => one.name)
          .join('或')}`,
      })
    else if (!kinds) problems.push({ line, problem: `适用内容须为${Object.values(wordKinds).join('、')}，用顿号隔开` })
    else words.push({ word: cells.word, level, kinds, remark: cells.remark.slice(0, limits.wordRemarkCharacters) })
  }
  return { words, problems }
}

const levelOf = (text: string): WordLevel | null => {
  if (text === '') return 'review'
  return keysOf(wordLevels).find(level => wordLevels[level].name === text || level === text) ?? null
}
function kindsOf(text: string): WordKind[] | null {
  if (text === '' || text === '全部') return allWordKinds
  const kinds = text.split(/[、,，;；/\s]+/).map(name => allWordKinds.find(kind => wordKinds[kind] === name || kind === name))
  return kinds.every(kind => kind !== undefined) ? kinds : null
}
