import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalWord, WordMatcher } from './word-matcher.ts'

const words = ['赌博', '六合彩', '代开发票', '裸聊', '微信', 'vx', 'telegram', '贷款', '套路贷'].map(normalWord)
const finder = new WordMatcher(words)
const found = (text: string) => finder.find(text).map(hit => [words[hit.index], text.slice(hit.mark.from, hit.mark.to)])

/** Contains no word, not even in part at an edge. */
const harmless = fc
  .array(fc.constantFrom(...'您好订单已发货请留意查收明天上午到店取件感谢支持，。！ 0123456789abcdefghijk\n'), { maxLength: 30 })
  .map(characters => characters.join(''))
/** Separators that people put between the letters of a word. */
const separators = fc.constantFrom(
  '',
  '',
  ' ',
  '.',
  '·',
  '-',
  '_',
  '*',
  '❤',
  '\u200b',
  '\ufeff',
  '★',
  '/',
  '|',
  '～',
  '\u0301',
  '\u3164',
  '\u115f',
  '\uffa0',
  '😀',
  '﹏',
)
const traditional: Record<string, string> = { 赌: '賭', 发: '發', 开: '開', 贷: '貸', 裸: '裸', 款: '款', 票: '票' }
const drawnA = 0x1f150
function disguised(letter: string): fc.Arbitrary<string> {
  if (!/[a-z]/.test(letter)) return fc.constantFrom(letter, traditional[letter] ?? letter)
  const place = letter.charCodeAt(0) - 97
  return fc.constantFrom(
    letter,
    letter.toUpperCase(),
    String.fromCodePoint(0xff41 + place),
    String.fromCodePoint(0x24d0 + place),
    String.fromCodePoint(0x1d41a + place),
    String.fromCodePoint(drawnA + place),
    ({ x: 'х', e: 'е', a: 'а', v: 'ν', t: 'τ', m: 'м' } as Record<string, string>)[letter] ?? letter,
  )
}

test('disguised word: found at its position, and nothing else is found', () => {
  const disguise = fc
    .constantFrom(...words)
    .chain(word =>
      fc
        .tuple(
          fc.constant(word),
          ...[...word].flatMap((letter, index) => (index === 0 ? [disguised(letter)] : [separators, disguised(letter)])),
        )
        .map(([word, ...parts]) => ({ word, disguise: parts.join('') })),
    )
  fc.assert(
    fc.property(harmless, disguise, harmless, (before, { word, disguise }, after) => {
      // A clause ends on each side, so that letters of the rest don't join.
      const text = `${before}。${disguise}。${after}`
      const hits = finder.find(text).filter(hit => words[hit.index] === word)
      expect(hits.map(hit => text.slice(hit.mark.from, hit.mark.to))).toEqual(
        [disguise.replace(/г/g, 'г')].filter(() => !disguise.includes('г')),
      )
    }),
    { numRuns: 2000 },
  )
})

test('harmless text: no match', () => {
  fc.assert(
    fc.property(harmless, text => {
      expect(finder.find(text)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('any text: searched to its end, every match within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
      for (const { mark } of finder.find(text)) {
        expect(mark.from).toBeGreaterThanOrEqual(0)
        expect(mark.to).toBeLessThanOrEqual(text.length)
        expect(mark.to).toBeGreaterThan(mark.from)
      }
    }),
  )
})

test('positions: refer to the original text, whatever precedes', () => {
  expect(found('😀Ａ请勿賭·搏')).toEqual([])
  expect(found('😀①ＶＸ：请勿賭❤博')).toEqual([
    ['vx', 'ＶＸ'],
    ['赌博', '賭❤博'],
  ])
})

test('words within words: all found', () => {
  expect(found('套路贷款')).toEqual([
    ['套路贷', '套路贷'],
    ['贷款', '贷款'],
  ])
})

test('Latin words: match only as whole words, whatever else touches them', () => {
  expect(found('given xbox vxml devx')).toEqual([])
  expect(found('加VX123，v.x')).toEqual([
    ['vx', 'VX'],
    ['vx', 'v.x'],
  ])
})

test('letters across clauses: loose match; no match across a variable', () => {
  expect(finder.find('请先下载，款项随后').map(hit => hit.isLoose)).toEqual([])
  expect(finder.find('没有人赌，博物馆见').map(hit => hit.isLoose)).toEqual([true])
  expect(finder.find('没有人赌-博').map(hit => hit.isLoose)).toEqual([false])
  expect(finder.find('赌${name}博')).toEqual([])
})

test('complexity: ten thousand words take time linear in the text', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `词${index}尾`)
  const large = new WordMatcher([...many, '赌博'])
  const text = `${'词1234'.repeat(120)}赌博`
  expect(large.find(text).map(hit => hit.index)).toEqual([10_000])
})
