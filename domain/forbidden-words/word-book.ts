import { sql } from 'kysely'
import { type Finding, note, refusal } from '#contract/content/finding.ts'
import type { Mark } from '#contract/content/normal-text.ts'
import type { WordKind, WordLevel } from '#contract/forbidden-words/word.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { WordMatcher } from './word-matcher.ts'

interface BookWord {
  wordId: string
  word: string
  normal: string
  level: WordLevel
  kinds: WordKind[]
  remark: string
}
interface WordList {
  edition: string
  words: readonly BookWord[]
  finder: WordMatcher
}

/** Cache of the latest edition. Every change of the list creates a new edition, so an old one is never searched. */
let kept: WordList | null = null

async function wordBook(executor: Executor): Promise<WordList> {
  const { edition } = await executor.selectFrom('forbiddenWordEdition').select('edition').executeTakeFirstOrThrow()
  if (kept?.edition === edition) return kept
  const { rows: words } = await sql<BookWord>`
    select word_id, word, normal, level, kinds, remark from forbidden_word where is_enabled order by word_id`.execute(executor)
  const book = { edition, words, finder: new WordMatcher(words.map(word => word.normal)) }
  kept = book
  return book
}

export interface WordFindings {
  findings: Finding[]
  wordIds: string[]
}

/**
 * Forbidden words in a text, each once with all its positions. A word within a longer one of the same severity is left
 * out.
 */
export async function findWords(executor: Executor, text: string, kind: WordKind): Promise<WordFindings> {
  const { words, finder } = await wordBook(executor)
  const hits = finder
    .find(text)
    .map(hit => ({ ...hit, word: itemOrThrow(words, hit.index) }))
    .filter(({ word, isLoose }) => word.kinds.includes(kind) && !(isLoose && word.level === 'review'))
  const covered = (one: (typeof hits)[number]) =>
    hits.some(other => isWithin(one.mark, other.mark) && (other.word.level === one.word.level || other.word.level === 'reject'))
  const byWord = Map.groupBy(
    hits.filter(one => !covered(one)),
    // A loose match doesn't suppress an exact one.
    one => `${one.word.wordId}${one.isLoose}`,
  )
  const groups = [...byWord.values()]
  return {
    findings: groups.map(group =>
      wordFinding(
        text,
        firstOrThrow(group).word,
        firstOrThrow(group).isLoose,
        group.map(one => one.mark),
      ),
    ),
    wordIds: [...new Set(groups.map(group => firstOrThrow(group).word.wordId))],
  }
}

const isWithin = (inner: Mark, outer: Mark) =>
  outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from

function wordFinding(text: string, { word, level, remark }: BookWord, isLoose: boolean, marks: Mark[]): Finding {
  const { from, to } = firstOrThrow(marks)
  const written = text.slice(from, to)
  const name = written === word ? `“${word}”` : `“${written}”（${word}）`
  const why = remark === '' ? '' : `：${remark}`
  if (level === 'reject' && !isLoose)
    return refusal('forbiddenWord', `${name}是禁止发送的内容${why}`, { fix: '删去或改写；换用符号、谐音等写法同样会被识别', marks })
  if (level === 'reject')
    return note('loose_word', `${name}分在两句里，可能是禁止发送的内容${why}`, { fix: '无关时不必修改，由人工判断', marks })
  return note('sensitive_word', `${name}需要人工审核${why}`, { fix: '在申请说明里写明业务和资质', marks })
}

/** Records which words an account's text had, once a day, for the staff's hit counts. */
export async function recordHits(tx: Tx, account: AccountId, wordIds: readonly string[], now: Date): Promise<void> {
  if (wordIds.length === 0) return
  await tx
    .insertInto('forbiddenWordHit')
    .values(wordIds.map(wordId => ({ accountId: account, wordId, day: chinaDay(now) })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
