import path from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, unusedClasses } from './unused.ts'

const texts = readTexts(path.join(import.meta.dirname, '../..'))

test('every CSS class is used', () => {
  expect(texts.size).toBeGreaterThan(1000)
  expect(unusedClasses(texts)).toEqual([])
})

test('dates and times are chosen in our own pickers, never in native inputs', () => {
  const native = /type(?:="|: ')(?:date|datetime-local|time|month|week)['"]/
  expect([...texts].filter(([file, text]) => file.endsWith('.tsx') && native.test(text)).map(([file]) => file)).toEqual([])
})

test('a class without a use is caught', () =>
  expect(
    unusedClasses(
      new Map([
        ['console/a/A.module.css', '.kept :global(.ant-btn),\n.gone {\n  margin: 0.5px;\n}\n'],
        ['console/a/b/Page.tsx', "import style from '../A.module.css'\nconst one = style.kept\n"],
      ]),
    ),
  ).toEqual(['console/a/A.module.css: gone']))
