import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pagesOfDocs, readCode, unknownWords } from './docs.ts'

const root = path.join(import.meta.dirname, '../..')
const code = readCode(root)

test('the docs name only what the code has', () => {
  const pages = pagesOfDocs(root)
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.flatMap(page => unknownWords(readFileSync(path.join(root, page), 'utf8'), code).map(word => `${page}: ${word}`))).toEqual([])
})

test.each(['`npm run nothing`', '`domain/gone.ts`', '`node bench/gone.ts`', '`asNobodyAtAll`', '`GONE_PORT`'])('%s is caught', word =>
  expect(unknownWords(`See ${word}.`, { ...code, text: 'asAccount' })).toHaveLength(1),
)
test.each(['`npm run check`', '`domain/ledger/`', '`asAccount`', '`npm ci && npm start`'])('%s is known', word =>
  expect(unknownWords(`See ${word}.`, code)).toEqual([]),
)
