import path from 'node:path'
import { expect, test } from 'vitest'
import { labelsOfPages } from './labels.ts'
import { readTexts } from './unused.ts'

const texts = readTexts(path.join(import.meta.dirname, '../..'))

test('texts that only screens show are not in the contract, and no tones', () => {
  expect(labelsOfPages(texts)).toEqual([])
  expect([...texts].filter(([file, text]) => file.startsWith('contract/') && /\btone\b/.test(text)).map(([file]) => file)).toEqual([])
})

test('a table whose texts only a page reads is caught', () =>
  expect(
    labelsOfPages(
      new Map([
        [
          'contract/a/a.ts',
          "export const shown = { one: '一' } as const\nexport const exported = { one: { name: '一' } }\nz.enum(keysOf(shown))\n",
        ],
        ['console/a/Page.tsx', "import { shown } from '#contract/a/a.ts'\nconst text = shown.one\n"],
        ['domain/a/export.ts', "import { exported } from '#contract/a/a.ts'\nconst text = exported.one.name\n"],
      ]),
    ),
  ).toEqual(['contract/a/a.ts: shown']))
