import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/**
 * Reserved: paths of the short domain that are or may become something other than a link, and words that people would
 * take for the platform's own.
 */
const reservedWords = new Set(
  `t api www app apps admin administrator root system carrier console manage login logout signin signup register account user users
  report abuse robots robots-txt sitemap favicon well-known static assets public index home help support service contact about legal privacy terms
  security status health healthz metrics link links short shorturl url go qr stats new test null undefined hongyan official`.split(/\s+/),
)

/** Offensive words, refused anywhere in a code. */
const foulWords = `fuck bitch nigger nigga faggot pussy porn whore blowjob hitler
  caonima caonm nimabi nmsl shabi wocao wodiu diaosi biaozi wangbadan seqing luoliao maiyin piaochang yuepao dubo duqiu liuhecai`.split(
  /\s+/,
)
/** Parts of harmless words (shitang is a canteen, jibao a soup): offensive only where they stand alone. */
const foulAlone = new Set('ass sex shit cunt dick cock rape slut nazi cnm wcnm tmd nmb mlgb jiba jibo goushi xxx'.split(' '))

const lookAlikes: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' }

/** How people may read a code: lower case, with digits that stand for letters replaced; 1 is an i or an l. */
const readings = (code: string): string[] => {
  const plain = code.toLowerCase()
  const read = (one: 'i' | 'l') => [...plain].map(letter => (letter === '1' ? one : (lookAlikes[letter] ?? letter))).join('')
  return [...new Set([plain, read('i'), read('l')])]
}

export type OwnCodeProblem = 'reserved' | 'offensive' | 'taken'

/** Why an own code is refused, as the form says it. */
export const ownCodeProblemNames: Record<OwnCodeProblem, string> = {
  reserved: '该后缀由平台保留，请换一个',
  offensive: '该后缀含有不雅或违规的词，请换一个',
  taken: '该后缀已被使用，请换一个',
}

/** Pure: whether a code is a reserved or offensive word, also when digits replace letters. */
export function wordProblem(code: string): 'reserved' | 'offensive' | null {
  const bare = (text: string) => text.replace(/[-_]/g, '')
  for (const reading of readings(code)) {
    if (reservedWords.has(reading) || reservedWords.has(bare(reading)) || reservedWords.has(reading.replaceAll('_', '-'))) return 'reserved'
    const joined = bare(reading)
    if (foulWords.some(word => joined.includes(word))) return 'offensive'
    if (reading.split(/[-_]+/).some(part => foulAlone.has(part)) || foulAlone.has(bare(reading))) return 'offensive'
  }
  return null
}

/** The form in which own codes are compared: they ignore case. */
export const foldedCode = (code: string): string => code.toLowerCase()

/** Codes that a typed code may mean: the exact code, or an own code in another case. */
export const codesMeant = (code: string): RawBuilder<boolean> =>
  sql<boolean>`(short_code.code = ${code} or short_code.folded_code = ${foldedCode(code)})`

/** Why a code can't be assigned on a domain, or null. Codes of deleted links stay taken; the owner isn't revealed. */
export async function ownCodeProblem(executor: Executor, domain: string, code: string): Promise<OwnCodeProblem | null> {
  const problem = wordProblem(code)
  if (problem) return problem
  const taken = await executor
    .selectFrom('shortCode')
    .select('code')
    .where('domain', '=', domain)
    .where(codesMeant(code))
    .executeTakeFirst()
  return taken ? 'taken' : null
}
