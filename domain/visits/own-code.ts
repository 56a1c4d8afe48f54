import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** Paths of the short domain that are or may become something else than a link, and words that people would take for the platform's own. */
const reservedWords = new Set(
  `t api www app apps admin administrator root system operator console manage login logout signin signup register account user users
  report abuse robots robots-txt sitemap favicon well-known static assets public index home help support service contact about legal privacy terms
  security status health healthz metrics link links short shorturl url go qr stats new test null undefined hongyan official`.split(/\s+/),
)

/** Words that nobody wants in an address that carries their name, wherever they stand. */
const foulWords = `fuck bitch nigger nigga faggot pussy porn whore blowjob hitler
  caonima caonm nimabi nmsl shabi wocao wodiu diaosi biaozi wangbadan seqing luoliao maiyin piaochang yuepao dubo duqiu liuhecai`.split(
  /\s+/,
)
/** Parts of harmless words (shitang is a canteen, jibao a soup): foul only where they stand alone. */
const foulAlone = new Set('ass sex shit cunt dick cock rape slut nazi cnm wcnm tmd nmb mlgb jiba jibo goushi xxx'.split(' '))

const lookAlikes: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' }

/** A code as the eye reads it: small letters, digits that stand for letters replaced; 1 is an i or an l. */
const readings = (code: string): string[] => {
  const plain = code.toLowerCase()
  const read = (one: 'i' | 'l') => [...plain].map(letter => (letter === '1' ? one : (lookAlikes[letter] ?? letter))).join('')
  return [...new Set([plain, read('i'), read('l')])]
}

export type OwnCodeProblem = 'reserved' | 'offensive' | 'taken'

/** Why an own code can't be given, as the form says it. */
export const ownCodeProblemNames: Record<OwnCodeProblem, string> = {
  reserved: '该后缀由平台保留，请换一个',
  offensive: '该后缀含有不雅或违规的词，请换一个',
  taken: '该后缀已被使用，请换一个',
}

/** Pure: whether a code is a word that is kept or foul, in whatever digits it is dressed. */
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

/** What a code stands for among own codes, which nobody tells apart by their case. */
export const foldedCode = (code: string): string => code.toLowerCase()

/** Codes that somebody may mean by what he typed: the very code, and an own one in another case. */
export const codesMeant = (code: string): RawBuilder<boolean> =>
  sql<boolean>`(short_code.code = ${code} or short_code.folded_code = ${foldedCode(code)})`

/** Why a code can't be given on a domain, or null. Codes of deleted links stay taken; whose they are is not told. */
export async function ownCodeProblem(executor: Executor, domain: string, code: string): Promise<OwnCodeProblem | null> {
  const problem = wordProblem(code)
  if (problem) return problem
  const taken = await executor
    .selectFrom('short_code')
    .select('code')
    .where('domain', '=', domain)
    .where(codesMeant(code))
    .executeTakeFirst()
  return taken ? 'taken' : null
}
